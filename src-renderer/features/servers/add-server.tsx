/** Add a server: name, address, token. The token goes to the shell and nowhere else (invariant 8). */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt, type NewServer } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { TextField } from '../../ui/text-field.js'
import { isExposed, longestName, type NewServerField, problemsOf, trimmed } from './new-server.js'
import './add-server.css'

export interface AddServerProps {
  readonly onAdded: (server: Server) => void
  readonly onClose: () => void
}

const blank: NewServer = { name: '', address: '', token: '' }
const fields: readonly NewServerField[] = ['name', 'address', 'token']

export const AddServer = ({ onAdded, onClose }: AddServerProps) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const [draft, setDraft] = useState(blank)
  const [left, setLeft] = useState<ReadonlySet<NewServerField>>(new Set())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const form = useRef<HTMLFormElement>(null)
  const problems = problemsOf(draft)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(new Set(fields))
    const wrong = fields.find((field) => problems[field] !== undefined)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    setBusy(true)
    const result = await attempt('servers:add', trimmed(draft))
    setBusy(false)
    if (result.ok) onAdded(result.value)
    else setError(result.error)
  }

  const field = (key: NewServerField) => {
    const problem = problems[key]
    return {
      name: key,
      value: draft[key],
      problem: left.has(key) && problem !== undefined ? t(problem, { count: longestName }) : undefined,
      onChange: (event: { readonly target: { readonly value: string } }) =>
        setDraft({ ...draft, [key]: event.target.value }),
      onBlur: () => {
        if (draft[key] !== '') setLeft((before) => new Set(before).add(key))
      },
    }
  }

  return (
    <form
      className="add-server"
      aria-label={t('servers.add')}
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="add-server-head">
        <h2>{t('servers.add')}</h2>
        <p>{t('addServer.text')}</p>
      </div>
      <div className="add-server-fields">
        <TextField label={t('addServer.name')} placeholder={t('addServer.nameExample')} {...field('name')} />
        <TextField
          label={t('addServer.address')}
          placeholder="ws://192.168.1.20:8765"
          inputMode="url"
          className={streamSafe ? 'private' : ''}
          hint={isExposed(draft.address) ? t('addServer.exposed') : t('addServer.addressHint')}
          {...field('address')}
        />
        <TextField
          label={t('addServer.token')}
          type="password"
          autoComplete="new-password"
          hint={t('addServer.tokenHint')}
          {...field('token')}
        />
      </div>
      {error && <ErrorNote title={t('addServer.failed')} error={error} />}
      <div className="add-server-buttons">
        <Button tone="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={busy}>
          {t(busy ? 'addServer.adding' : 'addServer.submit')}
        </Button>
      </div>
    </form>
  )
}
