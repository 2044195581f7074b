/** Rename form: the name of a server that has nothing else to change, such as a Bedrock world. */

import type { Server } from '@shared/servers/server.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Form, SubmitButtons } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
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

  const submit = async () => {
    if (problem !== undefined) return
    const result = await send(attempt('servers:edit', { id: server.id, name: name.trim() }))
    if (result.ok) onClose()
  }

  return (
    <Form className="server-form" label={t('serverCare.renameTitle')} ref={form} onSubmit={submit} onClose={onClose}>
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
        <SubmitButtons label={t('serverCare.save')} onCancel={onClose} />
      </div>
    </Form>
  )
}
