/** Filters: client, server, action, risk, result and time. */

import { type AuditRow, auditEventTypes, auditOutcomes } from '@shared/trail/audit.js'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clients, useStableServers } from '../../state/feeds.js'
import { Button } from '../../ui/buttons/button.js'
import { DateField } from '../../ui/fields/date-field.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { useServerName } from '../../ui/names/server-name.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import type { TitledAction } from './action-titles.js'
import { type AuditFilterDraft, everything } from './audit-query.js'

const risks = ['low', 'medium', 'high', 'critical'] as const

export interface FiltersProps {
  readonly wanted: AuditFilterDraft
  /** Loaded rows: the clients that they name are offered. */
  readonly rows: readonly AuditRow[]
  readonly actions: readonly TitledAction[]
  readonly onChange: (wanted: AuditFilterDraft) => void
}

export const Filters = ({ wanted, rows, actions, onChange }: FiltersProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const list = useId()
  const known = useStableServers()
  /** Another one for each time all is cleared, also what is half typed. */
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    onChange({ ...everything, text: wanted.text })
  }
  const keyed = clients.use((feed) => feed.value.clients)
  const names = useMemo(
    () => [...new Set([...keyed.map(({ name }) => name), ...rows.flatMap(({ event }) => event.caller.name ?? [])])],
    [keyed, rows],
  )
  const any = { value: '' as const, label: t('audit.any') }
  return (
    <fieldset className="audit-filters">
      <legend className="visually-hidden">{t('audit.filters')}</legend>
      <TextField
        label={t('audit.client')}
        list={`${list}-clients`}
        maxLength={256}
        value={wanted.client}
        onChange={(event) => onChange({ ...wanted, client: event.target.value })}
      />
      <SelectField
        label={t('audit.server')}
        value={wanted.server}
        options={[
          any,
          ...known.map((server) => ({ value: server.id, label: shortened(visibleText(nameOf(server)), 60) })),
        ]}
        onChoose={(server) => onChange({ ...wanted, server })}
      />
      <TextField
        label={t('audit.capability')}
        list={`${list}-capabilities`}
        maxLength={256}
        value={wanted.capability}
        onChange={(event) => onChange({ ...wanted, capability: event.target.value })}
      />
      <SelectField
        label={t('audit.type')}
        value={wanted.type}
        options={[any, ...auditEventTypes.map((value) => ({ value, label: t(`audit.types.${value}`) }))]}
        onChoose={(type) => onChange({ ...wanted, type })}
      />
      <SelectField
        label={t('audit.risk')}
        value={wanted.risk}
        options={[any, ...risks.map((value) => ({ value, label: t(`risk.short.${value}`) }))]}
        onChoose={(risk) => onChange({ ...wanted, risk })}
      />
      <SelectField
        label={t('audit.outcome')}
        value={wanted.outcome}
        options={[any, ...auditOutcomes.map((value) => ({ value, label: t(`audit.outcomes.${value}`) }))]}
        onChoose={(outcome) => onChange({ ...wanted, outcome })}
      />
      <DateField
        key={`from ${cleared}`}
        label={t('audit.from')}
        max={wanted.to}
        value={wanted.from}
        onChange={(from) => onChange({ ...wanted, from })}
      />
      <DateField
        key={`to ${cleared}`}
        label={t('audit.to')}
        min={wanted.from}
        value={wanted.to}
        onChange={(to) => onChange({ ...wanted, to })}
      />
      <Button tone="quiet" onClick={clear}>
        {t('audit.clear')}
      </Button>
      <datalist id={`${list}-clients`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={`${list}-capabilities`}>
        {actions.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
    </fieldset>
  )
}
