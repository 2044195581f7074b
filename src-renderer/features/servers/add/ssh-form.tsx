/**
 * SSH form: a server on a machine with a login. With SSH, commands go through an encrypted tunnel; with SFTP alone,
 * which every host has, there are only the files, and commands need RCON.
 *
 * Guards invariant 8: passwords are sent to main only.
 */
import { javaAddressText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { useWayTrial, WayResult } from './way-trial.js'

const kinds = ['ssh', 'sftp'] as const

interface SshDraft {
  readonly kind: (typeof kinds)[number]
  readonly host: string
  readonly port: string
  readonly user: string
  readonly folder: string
  readonly password: string
  readonly keyFile: string
  readonly rconPort: string
  readonly rconPassword: string
}

export const emptySsh: SshDraft = {
  kind: 'ssh',
  host: '',
  port: '22',
  user: '',
  folder: '',
  password: '',
  keyFile: '',
  rconPort: '',
  rconPassword: '',
}

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** Field → key of the catalogue that says what is wrong. The gateway validates again. */
export function sshProblemsOf(draft: SshDraft): Readonly<Partial<Record<keyof SshDraft, string>>> {
  const { kind, host, port, user, folder, rconPort, rconPassword } = draft
  return {
    ...(host.trim() === '' && { host: 'addJava.problem.hostMissing' }),
    ...(/[\s/@?#:]/.test(host.trim()) && { host: 'addJava.problem.hostWrong' }),
    ...(!isPort(port.trim()) && { port: 'addJava.problem.port' }),
    ...(user.trim() === '' && { user: 'addWay.ssh.userMissing' }),
    ...(kind === 'ssh' && !folder.trim().startsWith('/') && { folder: 'addWay.ssh.folderMissing' }),
    ...(rconPort.trim() !== '' && !isPort(rconPort.trim()) && { rconPort: 'addJava.problem.port' }),
    ...(rconPort.trim() !== '' && rconPassword === '' && { rconPassword: 'addJava.problem.passwordMissing' }),
  }
}

export function sshServerOf(draft: SshDraft): GivenServer {
  const [host, user, keyFile, rconPort] = [draft.host, draft.user, draft.keyFile, draft.rconPort].map((text) =>
    text.trim(),
  ) as [string, string, string, string]
  const folder = `/${draft.folder
    .trim()
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`
  const hasRcon = draft.kind === 'sftp' && rconPort !== ''
  return {
    server: {
      name: host,
      address: javaAddressText({ kind: draft.kind, user, host, port: Number(draft.port), folder }),
      ...(keyFile !== '' && { keyFile }),
      ...(hasRcon && { rcon: `rcon://${host}:${rconPort}` }),
    },
    secrets: {
      ...(draft.password !== '' && { login: draft.password }),
      ...(hasRcon && { token: draft.rconPassword }),
    },
  }
}

export const SshForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(emptySsh)
  const [touched, setTouched] = useState(false)
  const trial = useWayTrial(onAdded)
  const problems = sshProblemsOf(draft)
  const isSftp = draft.kind === 'sftp'

  const submit = async () => {
    setTouched(true)
    const [wrong] = Object.keys(problems)
    if (wrong !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    else await trial.test(sshServerOf(draft))
  }
  const field = (name: keyof SshDraft) => {
    const problem = problems[name]
    return {
      name,
      value: draft[name],
      problem: touched && problem !== undefined ? t(problem) : undefined,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        setDraft({ ...draft, [name]: target.value })
        trial.reset()
      },
    }
  }
  const privacy = streamSafe ? 'private' : ''

  return (
    <div className="add-part">
      <Form ref={form} className="way-form" onSubmit={submit}>
        <div className="wide">
          <Choice
            label={t('addWay.ssh.access')}
            value={draft.kind}
            options={kinds.map((value) => ({ value, label: t(`addWay.ssh.kind.${value}`) }))}
            onChange={(kind) => {
              setDraft({ ...draft, kind })
              trial.reset()
            }}
          />
        </div>
        <p className="way-help wide">{t(`addWay.ssh.about.${draft.kind}`)}</p>
        <TextField label={t('addJava.address')} placeholder="vps.example.net" className={privacy} {...field('host')} />
        <TextField label={t('addWay.ssh.port')} inputMode="numeric" {...field('port')} />
        <TextField label={t('addWay.ssh.user')} className={privacy} {...field('user')} />
        <TextField
          label={t('addWay.ssh.folder')}
          placeholder={isSftp ? '/' : '/home/minecraft/server'}
          hint={isSftp ? t('addWay.ssh.folderHint') : undefined}
          className={privacy}
          {...field('folder')}
        />
        <TextField
          label={t('addWay.ssh.password')}
          type="password"
          autoComplete="new-password"
          hint={t('addWay.ssh.passwordHint')}
          {...field('password')}
        />
        <TextField
          label={t('addWay.ssh.keyFile')}
          placeholder="/home/you/.ssh/id_ed25519"
          hint={t('addWay.ssh.keyHint')}
          className={privacy}
          {...field('keyFile')}
        />
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
