/** Rename form: the name of a server that has nothing else to change, such as a Bedrock world. */

import type { Server } from '@shared/servers/server.js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { TextField } from '../../ui/text-field.js'
import { maxNameLength, nameProblem } from './new-server.js'
import './server-form.css'

export interface RenameFormProps {
  readonly server: Server
  readonly onClose: () => void
}

export const RenameForm = ({ server, onClose }: RenameFormProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState(server.name)
  const { error, send } = useRequest()
  const form = useRef<HTMLFormElement>(null)
  const problem = nameProblem(name.trim())
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    const result = await send(attempt('servers:edit', { id: server.id, name: name.trim() }))
    if (result.ok) onClose()
  }

  return (
    <form
      className="server-form"
      aria-label={t('serverCare.renameTitle')}
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="server-form-head">
        <h2>{t('serverCare.renameTitle')}</h2>
        <p>{t('serverCare.renameText')}</p>
      </div>
      <TextField
        label={t('addServer.name')}
        name="name"
        value={name}
        problem={problem !== undefined ? t(problem, { count: maxNameLength }) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {error && <ErrorNote title={t('serverCare.editFailed')} error={error} />}
      <div className="server-form-buttons">
        <span className="server-form-space" />
        <Button tone="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button tone="go" type="submit">
          {t('serverCare.save')}
        </Button>
      </div>
    </form>
  )
}
