/**
 * Server form: adds or changes a server: name, address, token, and a connection test. A new server is added only when its
 * test succeeds; one that cannot be reached, with a second click.
 *
 * The token is sent to main only (invariant 8); the form never receives a stored one.
 */

import type { Server } from '@shared/servers/server.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/buttons/button.js'
import { Form, SubmitButtons } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { AddAnyway } from './add/add-anyway.js'
import { AgentNote } from './agent-note.js'
import {
  isExposed,
  maxNameLength,
  type NewServerField,
  problemsOf,
  type ServerDraft,
  secretOf,
  trimmed,
} from './new-server.js'
import { TrialReport } from './trial-report.js'
import { useTrial } from './use-trial.js'
import './server-form.css'
import { useRequest } from '../../state/use-request.js'

export interface ServerFormProps {
  /** The one that is changed; a new one when left out. */
  readonly server?: Server
  /** The field that is to be filled in first. */
  readonly first?: NewServerField | undefined
  readonly onDone: (server: Server) => void
  readonly onClose: () => void
}

const fields: readonly NewServerField[] = ['name', 'address', 'token']

export const ServerForm = ({ server, first = 'name', onDone, onClose }: ServerFormProps) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain === true)
  const [draft, setDraft] = useState<ServerDraft>({
    name: server?.name ?? '',
    address: server?.address ?? '',
    token: '',
  })
  const [left, setLeft] = useState<ReadonlySet<NewServerField>>(new Set())
  const { busy, error, send } = useRequest()
  /** Fingerprint that the person trusts for this address. */
  const [certificate, setCertificate] = useState<string>()
  const trial = useTrial()
  const form = useRef<HTMLFormElement>(null)
  const secret = server ? secretOf(server) : 'token'
  const problems = problemsOf(draft, { before: server?.address, way: server?.way, secret })

  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus(), [first])

  /** Whether the fields are valid; the first invalid one gets the focus. */
  const areRight = (some: readonly NewServerField[]): boolean => {
    setLeft((before) => new Set([...before, ...some]))
    const wrong = some.find((field) => problems[field] !== undefined)
    if (wrong !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    return wrong === undefined
  }

  const test = async (trusted = certificate) => {
    if (!areRight(['address', 'token'])) return undefined
    const { address, token } = trimmed(draft)
    return trial.run({
      ...(server && { id: server.id }),
      ...(address !== server?.address && { address }),
      ...(token !== '' && { token }),
      ...(trusted !== undefined && { certificate: trusted }),
    })
  }

  const add = async () => {
    const { name, address, token } = trimmed(draft)
    const given = { name, address, ...(certificate !== undefined && { certificate }) }
    const result = await send(attempt('servers:add', { server: given, secrets: { token } }))
    if (result.ok) onDone(result.value)
  }

  const submit = async () => {
    if (!areRight(fields)) return
    if (!server) {
      const tried = await test()
      if (tried?.ok) await add()
      return
    }
    const { name, address, token } = trimmed(draft)
    const result = await send(
      attempt('servers:edit', {
        id: server.id,
        ...(name !== server.name && { name }),
        ...(address !== server.address && { address }),
        ...(token !== '' && { [secret === 'login' ? 'login' : 'token']: token }),
      }),
    )
    if (result.ok) onDone(result.value)
  }
  const isOffline = !server && trial.result?.ok === false && trial.result.at === 'reach'

  const field = (key: NewServerField) => {
    const problem = problems[key]
    return {
      name: key,
      value: draft[key],
      problem: left.has(key) && problem !== undefined ? t(problem, { count: maxNameLength }) : undefined,
      onChange: (event: { readonly target: { readonly value: string } }) => {
        setDraft({ ...draft, [key]: event.target.value })
        if (key === 'address') setCertificate(undefined)
        if (key !== 'name') trial.forget()
      },
      onBlur: () => {
        if (draft[key] !== '') setLeft((before) => new Set(before).add(key))
      },
    }
  }

  const isJava = server?.kind === 'java'
  const hintKey = isJava ? 'addJava.addressHint' : 'addServer.addressHint'
  const addressHint = server?.way ? undefined : t(isExposed(draft.address) ? 'addServer.exposed' : hintKey)
  const newHint = hasKeychain ? 'addServer.tokenHint' : 'addServer.forgotten'
  const title = t(server ? 'serverCare.editTitle' : 'servers.add')
  return (
    <Form className="server-form" label={title} ref={form} onSubmit={submit} onClose={onClose}>
      <div className="server-form-head">
        <h2>{title}</h2>
        <p>{t(server ? 'serverCare.editText' : 'addServer.text')}</p>
        {!server && <AgentNote />}
      </div>
      <div className="server-form-fields">
        <TextField label={t('addServer.name')} placeholder={t('addServer.nameExample')} {...field('name')} />
        <TextField
          label={t('addServer.address')}
          placeholder="ws://192.168.1.20:8765"
          inputMode="url"
          className={streamSafe ? 'private' : ''}
          hint={addressHint}
          {...field('address')}
        />
        {secret && (
          <TextField
            label={t(`serverCare.secret.${secret}.label`)}
            type="password"
            autoComplete="new-password"
            placeholder={server ? t('serverCare.tokenKept') : undefined}
            hint={t(server ? `serverCare.secret.${secret}.keptHint` : newHint)}
            {...field('token')}
          />
        )}
      </div>
      <TrialReport
        trial={trial}
        onTrust={
          trimmed(draft).token === ''
            ? undefined
            : (fingerprint) => {
                setCertificate(fingerprint)
                void test(fingerprint)
              }
        }
      />
      {isOffline && <AddAnyway busy={busy} onAdd={() => void add()} />}
      {error && <ErrorNote title={t(server ? 'serverCare.editFailed' : 'addServer.failed')} error={error} />}
      <div className="server-form-buttons">
        {!isJava && (
          <Button icon="plug" disabled={trial.busy} onClick={() => void test()}>
            {t(trial.busy ? 'serverCare.testing' : 'serverCare.test')}
          </Button>
        )}
        <span className="server-form-space" />
        <SubmitButtons
          label={server ? t('serverCare.save') : t(busy || trial.busy ? 'addServer.adding' : 'addServer.submit')}
          busy={busy || (!server && trial.busy)}
          onCancel={onClose}
        />
      </div>
    </Form>
  )
}
