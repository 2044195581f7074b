/** Edit access: role, roles on single servers, permissions and rate of a client or of the bridge. */

import { type BridgeClient, type Client, clientLimits, type HeldRole, heldRoles } from '@shared/clients/client.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useStableServers } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Form, SubmitButtons } from '../../ui/fields/form.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { changeOf, draftOf, generalRole, rateProblem, waitProblem, withRoleOn } from './access-draft.js'
import { PermissionRows } from './permission-rows.js'
import { RoleChoice } from './role-choice.js'

export interface EditAccessProps {
  readonly client: Client | BridgeClient
  /** The displayed name of the client. */
  readonly name: string
  readonly onClose: () => void
}

export const EditAccess = ({ client, name, onClose }: EditAccessProps) => {
  const { t } = useTranslation()
  const servers = useStableServers()
  const nameOf = useServerName()
  const [draft, setDraft] = useState(() => draftOf(client))
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const form = useRef<HTMLFormElement>(null)
  const problem = rateProblem(draft.rate, client.callsPerMinute !== undefined)
  const problemOfWait = waitProblem(draft.wait)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])

  const submit = async () => {
    setTried(true)
    if (problem !== undefined || problemOfWait !== undefined) return
    const result = await send(attempt('clients:edit', { id: client.id, ...changeOf(draft) }))
    if (result.ok) onClose()
  }

  const gone = Object.keys(draft.roles).filter((id) => !servers.some((server) => server.id === id))
  const places = [...servers, ...gone.map((id) => ({ id, name: id }))]
  const roleNames = heldRoles.map((role) => ({ value: role, label: t(`clients.roles.${role}`) }))
  return (
    <Form
      className="client-card"
      label={t('clients.editNamed', { name })}
      ref={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleChoice value={draft.role} roles={heldRoles} onChange={(role) => setDraft({ ...draft, role })} />
      <div className="client-card-fields">
        <TextField
          label={t('clients.rateLabel')}
          inputMode="numeric"
          value={draft.rate}
          hint={client.callsPerMinute === undefined ? t('clients.rateNone') : undefined}
          problem={tried && problem !== undefined ? t(problem, clientLimits.callsPerMinute) : undefined}
          onChange={(event) => setDraft({ ...draft, rate: event.target.value })}
        />
        <TextField
          label={t('clients.waitLabel')}
          inputMode="numeric"
          value={draft.wait}
          hint={t('clients.waitHint', clientLimits.waitSeconds)}
          problem={tried && problemOfWait !== undefined ? t(problemOfWait, clientLimits.waitSeconds) : undefined}
          onChange={(event) => setDraft({ ...draft, wait: event.target.value })}
        />
        {places.map((server) => (
          <SelectField<HeldRole | typeof generalRole>
            key={server.id}
            label={t('clients.roleOn', { server: visibleText(nameOf(server)) })}
            value={draft.roles[server.id] ?? generalRole}
            options={[{ value: generalRole, label: t('clients.asEverywhere') }, ...roleNames]}
            onChoose={(role) => setDraft(withRoleOn(draft, server.id, role))}
          />
        ))}
      </div>
      <PermissionRows draft={draft} servers={servers} onChange={setDraft} />
      {error && <ErrorNote title={t('clients.editFailed')} error={error} />}
      <div className="client-card-buttons">
        <SubmitButtons label={t('clients.save')} busy={busy} onCancel={onClose} />
      </div>
    </Form>
  )
}
