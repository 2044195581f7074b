/**
 * Remote form: a Java server in the network or at a host, reached by RCON.
 *
 * Guards invariant 8: the password is sent to main only. RCON is unencrypted, so a public address needs a second click that
 * says so.
 */
import type { ContractError } from '@contract/generated/error.js'
import { defaultRconPort, rconAddressText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { usePreferences } from '../../../state/preferences.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Icon } from '../../../ui/theme/icon.js'

interface RemoteDraft {
  readonly host: string
  readonly port: string
  readonly password: string
}

export const emptyRemote: RemoteDraft = { host: '', port: String(defaultRconPort), password: '' }

type RemoteProblems = Readonly<Partial<Record<keyof RemoteDraft, string>>>

/** Port on which players join; RCON never answers there. */
const gamePort = 25_565

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** Field → key of the catalogue that says what is wrong. The gateway validates again. */
export function problemsOf(draft: RemoteDraft): RemoteProblems {
  const { host, port, password } = trimmed(draft)
  return {
    ...(host === '' && { host: 'addJava.problem.hostMissing' }),
    ...(host !== '' && /[\s/@?#]/.test(host) && { host: 'addJava.problem.hostWrong' }),
    ...(!isPort(port) && { port: 'addJava.problem.port' }),
    ...(isPort(port) && Number(port) === gamePort && { port: 'addJava.problem.gamePort' }),
    ...(password === '' && { password: 'addJava.problem.passwordMissing' }),
  }
}

/** An address pasted with its port fills both fields. */
export function withHost(draft: RemoteDraft, host: string): RemoteDraft {
  const pasted = /^\s*([^\s:/]+):([0-9]{1,5})\s*$/.exec(host)
  return pasted ? { ...draft, host: pasted[1] ?? '', port: pasted[2] ?? draft.port } : { ...draft, host }
}

export const toServer = (draft: RemoteDraft, plainTextConfirmed: boolean): GivenServer => {
  const { host, port, password } = trimmed(draft)
  const address = rconAddressText({ host, port: Number(port) })
  return {
    server: { name: host, address, ...(plainTextConfirmed && { plainTextConfirmed }) },
    secrets: { token: password },
  }
}

const trimmed = ({ host, port, password }: RemoteDraft): RemoteDraft => ({
  host: host.trim(),
  port: port.trim(),
  password: password.trim(),
})

/** Whether the gateway reported that the password would cross a public network. */
const isPublicAddress = ({ details }: ContractError): boolean => details?.reason === 'public-address'

export const RemoteForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain === true)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<RemoteDraft>(emptyRemote)
  const [touched, setTouched] = useState(false)
  const { busy, error, send, reset } = useRequest()
  const problems = problemsOf(draft)

  const add = async (plainTextConfirmed: boolean) => {
    setTouched(true)
    const [wrong] = Object.keys(problems)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    const result = await send(attempt('servers:add', toServer(draft, plainTextConfirmed)))
    if (result.ok) onAdded(result.value)
  }
  const field = (name: keyof RemoteDraft) => {
    const problem = problems[name]
    return {
      name,
      value: draft[name],
      problem: touched && problem !== undefined ? t(problem) : undefined,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        setDraft(name === 'host' ? withHost(draft, target.value) : { ...draft, [name]: target.value })
        reset()
      },
    }
  }

  return (
    <section className="add-choice" aria-label={t('addJava.remote')}>
      <div className="add-choice-head">
        <span className="add-tile info">
          <Icon name="world" size={20} />
        </span>
        <div>
          <h3>{t('addJava.remote')}</h3>
          <p>{t('addJava.remoteText')}</p>
        </div>
      </div>
      <Form ref={form} className="remote-form" onSubmit={() => add(false)}>
        <TextField
          label={t('addJava.address')}
          placeholder="play.example.net"
          className={streamSafe ? 'private' : ''}
          {...field('host')}
        />
        <TextField label={t('addJava.rconPort')} inputMode="numeric" {...field('port')} />
        <TextField
          label={t('addJava.password')}
          type="password"
          autoComplete="new-password"
          hint={t(hasKeychain ? 'addJava.passwordHint' : 'addServer.forgotten')}
          {...field('password')}
        />
        <Button type="submit" disabled={busy}>
          {t(busy ? 'addJava.connecting' : 'addJava.connect')}
        </Button>
      </Form>
      {error && isPublicAddress(error) && (
        <div className="remote-public" role="alert">
          <p>
            <Icon name="warning" size={14} />
            {t('addJava.public')}
          </p>
          <Button tone="danger" size="s" disabled={busy} onClick={() => void add(true)}>
            {t('addJava.publicSure')}
          </Button>
        </div>
      )}
      {error && !isPublicAddress(error) && <ErrorNote title={t('addServer.failed')} error={error} />}
    </section>
  )
}
