/** Give a key: the form for the name and role of a new client. */

import { clientLimits, type NewKey } from '@shared/clients/client.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Form, SubmitButtons } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { nameProblem } from './new-key.js'
import { offeredRoles } from './offered-roles.js'
import { RoleChoice } from './role-choice.js'

export interface GiveKeyProps {
  /** Names that others have. */
  readonly taken: readonly string[]
  readonly onGiven: (key: NewKey) => void
  readonly onClose: () => void
}

export const GiveKey = ({ taken, onGiven, onClose }: GiveKeyProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof offeredRoles)[number]>('admin')
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const form = useRef<HTMLFormElement>(null)
  const problem = nameProblem(name, taken)

  const focus = () => form.current?.querySelector('input')?.focus()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = async () => {
    setTried(true)
    if (problem !== undefined) return focus()
    const result = await send(attempt('clients:add', { name: name.trim(), role }))
    if (result.ok) onGiven(result.value)
  }

  return (
    <Form className="client-card" label={t('clients.add')} ref={form} onSubmit={submit} onClose={onClose}>
      <div>
        <h2>{t('clients.add')}</h2>
        <p>{t('clients.addText')}</p>
      </div>
      <div className="client-card-fields">
        <TextField
          label={t('clients.name')}
          placeholder={t('clients.nameExample')}
          value={name}
          problem={tried && problem !== undefined ? t(problem, { count: clientLimits.name }) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <RoleChoice value={role} roles={offeredRoles} onChange={setRole} />
      </div>
      {error && <ErrorNote title={t('clients.addFailed')} error={error} />}
      <div className="client-card-buttons">
        <SubmitButtons label={t('clients.submit')} busy={busy} onCancel={onClose} />
      </div>
    </Form>
  )
}
