/**
 * Remote form: a Java server on another computer, reached by RCON. It is added only when its test succeeds; one that is
 * offline, with a second click.
 *
 * Guards invariant 8: the password is sent to main only. RCON is unencrypted, so a public address needs a second click that
 * says so.
 */
import { defaultRconPort, rconAddressText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { JavaFinding, JavaFindingKind } from '@shared/servers/java-finding.js'
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
import { JavaFindings } from '../java-findings.js'
import { AddAnyway } from './add-anyway.js'

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

export const toServer = (
  draft: RemoteDraft,
  plainTextConfirmed: boolean,
): GivenServer & { readonly secrets: { readonly token: string } } => {
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

/** A server that is right and does not run may be added. */
const offlineKinds: readonly JavaFindingKind[] = ['server-not-running', 'unreachable', 'no-response']

export const RemoteForm = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain === true)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<RemoteDraft>(emptyRemote)
  const [touched, setTouched] = useState(false)
  const [confirmed, setConfirmed] = useState(false)
  const [findings, setFindings] = useState<readonly JavaFinding[]>([])
  const { busy, error, send, reset } = useRequest()
  const problems = problemsOf(draft)

  const causes = findings.filter(({ weight }) => weight === 'cause')
  const isPublic = causes.some(({ kind }) => kind === 'public-address')
  const isOffline = causes.length > 0 && causes.every(({ kind }) => offlineKinds.includes(kind))

  const add = async () => {
    const result = await send(attempt('servers:add', toServer(draft, confirmed)))
    if (result.ok) onAdded(result.value)
  }
  const test = async (plainTextConfirmed: boolean) => {
    setTouched(true)
    setConfirmed(plainTextConfirmed)
    const [wrong] = Object.keys(problems)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    const { server, secrets } = toServer(draft, plainTextConfirmed)
    const tried = await send(
      attempt('java:try', {
        address: server.address,
        token: secrets.token,
        ...(plainTextConfirmed && { plainTextConfirmed }),
      }),
    )
    setFindings(tried.ok ? tried.value : [])
    if (!tried.ok || tried.value.some(({ weight }) => weight === 'cause')) return
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
        setFindings([])
        setConfirmed(false)
        reset()
      },
    }
  }

  return (
    <div className="add-part">
      <Form ref={form} className="remote-form" onSubmit={() => test(false)}>
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
      {isPublic && (
        <div className="remote-public" role="alert">
          <p>
            <Icon name="warning" size={14} />
            {t('addJava.public')}
          </p>
          <Button tone="danger" size="s" disabled={busy} onClick={() => void test(true)}>
            {t('addJava.publicSure')}
          </Button>
        </div>
      )}
      <div className="java-check" role="status" aria-label={t('serverCare.test')}>
        {causes.length > 0 && !isPublic && (
          <>
            <p className="java-check-title">{t('addServer.failed')}</p>
            <JavaFindings findings={findings} busy={busy} />
          </>
        )}
      </div>
      {isOffline && <AddAnyway busy={busy} onAdd={() => void add()} />}
      {error && <ErrorNote title={t('addServer.failed')} error={error} />}
    </div>
  )
}
