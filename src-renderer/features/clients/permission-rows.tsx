/** Permission rows: what a client is allowed, must ask for and is denied, in addition to its role. */

import { effects } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { type AccessDraft, changedEntry, withEntry, withoutEntry } from './access-draft.js'

export interface PermissionRowsProps {
  readonly draft: AccessDraft
  readonly servers: readonly Pick<Server, 'id' | 'name'>[]
  readonly onChange: (draft: AccessDraft) => void
}

export const PermissionRows = ({ draft, servers, onChange }: PermissionRowsProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const where = (named: string) => [
    { value: '', label: t('clients.everyServer') },
    ...servers.map((server) => ({ value: server.id, label: visibleText(nameOf(server)) })),
    ...(named === '' || servers.some(({ id }) => id === named) ? [] : [{ value: named, label: visibleText(named) }]),
  ]
  return (
    <fieldset className="client-permissions">
      <legend>{t('clients.permissions')}</legend>
      <p>{t('clients.permissionsText')}</p>
      {draft.entries.map((entry) => (
        <div className="client-permission" key={entry.key}>
          <SelectField
            quiet
            label={t('clients.effect')}
            value={entry.effect}
            options={effects.map((effect) => ({ value: effect, label: t(`clients.effects.${effect}`) }))}
            onChoose={(effect) => onChange(changedEntry(draft, { ...entry, effect }))}
          />
          <TextField
            label={t('clients.permission')}
            className="client-permission-text"
            placeholder="mcp.action.player.teleport"
            value={entry.permission}
            onChange={(event) => onChange(changedEntry(draft, { ...entry, permission: event.target.value }))}
          />
          <SelectField
            quiet
            label={t('clients.where')}
            value={entry.server}
            options={where(entry.server)}
            onChoose={(server) => onChange(changedEntry(draft, { ...entry, server }))}
          />
          <Button
            tone="quiet"
            size="s"
            aria-label={t('clients.removePermission', { permission: visibleText(entry.permission) })}
            onClick={() => onChange(withoutEntry(draft, entry.key))}
          >
            {t('clients.remove')}
          </Button>
        </div>
      ))}
      <Button
        size="s"
        icon="plus"
        onClick={() => onChange(withEntry(draft, { permission: '', effect: 'ask', server: '' }))}
      >
        {t('clients.addPermission')}
      </Button>
    </fieldset>
  )
}
