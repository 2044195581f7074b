/**
 * SSH form: a server on a machine with a login. With SSH, commands go through an encrypted tunnel; with SFTP alone,
 * which every host has, there are only the files, and commands need RCON.
 *
 * Guards invariant 8: passwords are sent to main only.
 */
import { javaAddressText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import {
  emptyLogin,
  isPort,
  loginPlaceOf,
  loginProblemsOf,
  type SshLoginDraft,
  SshLoginFields,
  signInOf,
} from './ssh-login-fields.js'
import { type Problems, useDraft } from './use-draft.js'
import { useWayTrial, WayResult } from './way-trial.js'

const kinds = ['ssh', 'sftp'] as const

interface SshDraft extends SshLoginDraft {
  readonly kind: (typeof kinds)[number]
  readonly folder: string
  readonly rconPort: string
  readonly rconPassword: string
}

export const emptySsh: SshDraft = { ...emptyLogin, kind: 'ssh', folder: '', rconPort: '', rconPassword: '' }

export function sshProblemsOf(draft: SshDraft): Problems<SshDraft> {
  const { kind, folder, rconPort, rconPassword } = draft
  return {
    ...loginProblemsOf(draft),
    ...(kind === 'ssh' && !folder.trim().startsWith('/') && { folder: 'addWay.ssh.folderMissing' }),
    ...(rconPort.trim() !== '' && !isPort(rconPort.trim()) && { rconPort: 'addJava.problem.port' }),
    ...(rconPort.trim() !== '' && rconPassword === '' && { rconPassword: 'addJava.problem.passwordMissing' }),
  }
}

export function sshServerOf(draft: SshDraft): GivenServer {
  const { kind, rconPassword } = draft
  const [login, rconPort] = [loginPlaceOf(draft), draft.rconPort.trim()]
  const { keyFile, login: password } = signInOf(draft)
  const folder = `/${draft.folder
    .trim()
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`
  const hasRcon = kind === 'sftp' && rconPort !== ''
  return {
    server: {
      name: login.host,
      address: javaAddressText({ kind, ...login, folder }),
      ...(keyFile !== undefined && { keyFile }),
      ...(hasRcon && { rcon: `rcon://${login.host}:${rconPort}` }),
    },
    secrets: {
      ...(password !== undefined && { login: password }),
      ...(hasRcon && { token: rconPassword }),
    },
  }
}

export const SshForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const trial = useWayTrial(onAdded)
  const { form, draft, change, field, check } = useDraft(emptySsh, sshProblemsOf, trial.reset)
  const isSftp = draft.kind === 'sftp'

  return (
    <div className="add-part">
      <Form
        ref={form}
        className="way-form"
        onSubmit={async () => {
          if (check()) await trial.test(sshServerOf(draft))
        }}
      >
        <div className="wide">
          <Choice
            label={t('addWay.ssh.access')}
            value={draft.kind}
            options={kinds.map((value) => ({ value, label: t(`addWay.ssh.kind.${value}`) }))}
            onChange={(kind) => change({ kind })}
          />
        </div>
        <p className="way-help wide">{t(`addWay.ssh.about.${draft.kind}`)}</p>
        <SshLoginFields field={field}>
          <TextField
            label={t('addWay.ssh.folder')}
            placeholder={isSftp ? '/' : '/home/minecraft/server'}
            hint={isSftp ? t('addWay.ssh.folderHint') : undefined}
            className={streamSafe ? 'private' : ''}
            {...field('folder')}
          />
        </SshLoginFields>
        {isSftp && (
          <>
            <TextField
              label={t('addJava.rconPort')}
              inputMode="numeric"
              hint={t('addWay.ssh.rconHint')}
              {...field('rconPort')}
            />
            <TextField
              label={t('addJava.password')}
              type="password"
              autoComplete="new-password"
              {...field('rconPassword')}
            />
          </>
        )}
        <Button type="submit" tone="go" disabled={trial.busy}>
          {t('addWay.test')}
        </Button>
      </Form>
      <WayResult trial={trial} name={draft.host.trim()} />
    </div>
  )
}
