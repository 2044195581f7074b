/** Audit query: converts the filter fields into a query of the audit trail. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditFilter, AuditOutcome, AuditRow } from '@shared/trail/audit.js'
import { dateOf, dayOf } from '../../ui/time/days.js'

export interface AuditFilterDraft {
  readonly text: string
  readonly client: string
  readonly server: string
  readonly capability: string
  readonly type: AuditEvent['eventType'] | ''
  readonly risk: string
  readonly outcome: AuditOutcome | ''
  /** `2026-11-22`, in the local time zone; inclusive. */
  readonly from: string
  readonly to: string
}

export const everything: AuditFilterDraft = {
  text: '',
  client: '',
  server: '',
  capability: '',
  type: '',
  risk: '',
  outcome: '',
  from: '',
  to: '',
}

/** Number of active filters, besides the search text. */
export const filtersOf = ({ text: _words, ...filters }: AuditFilterDraft): number =>
  Object.values(filters).filter((value) => value.trim() !== '').length

const startOf = (day: string, later = 0): string | undefined => {
  const start = dateOf(day)
  start?.setDate(start.getDate() + later)
  return start?.toISOString()
}

export const filterOf = (wanted: AuditFilterDraft): AuditFilter => {
  const { from, to, ...fields } = wanted
  const filter = { ...fields, since: startOf(from), until: startOf(to, 1) }
  const given = Object.entries(filter).flatMap(([name, value]) => {
    const trimmed = value?.trim()
    return trimmed ? [[name, trimmed] as const] : []
  })
  return Object.fromEntries(given)
}

/** The common key of the entries of one request; an entry without a request has its own. */
export const requestKey = ({ event }: AuditRow): string => event.metadata?.requestId ?? event.id

/**
 * The newest entry of each request: its result or its progress. It represents the request.
 *
 * @param rows newest first
 */
export const newestOfEach = (rows: readonly AuditRow[]): readonly AuditRow[] => {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = requestKey(row)
    return !seen.has(key) && seen.add(key)
  })
}

export type AuditListLine =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'request'; readonly key: string; readonly row: AuditRow }

/** One line for each request, under a heading for each local day. */
export const dayByDay = (rows: readonly AuditRow[]): readonly AuditListLine[] => {
  let last: string | undefined
  return newestOfEach(rows).flatMap((row): AuditListLine[] => {
    const at = row.event.timestamp
    const day = new Date(at).toDateString()
    const line: AuditListLine = { kind: 'request', key: requestKey(row), row }
    if (day === last) return [line]
    last = day
    return [{ kind: 'day', key: `day ${row.sequence}`, at }, line]
  })
}

export type DayName = 'today' | 'yesterday'

/** The name of a near day, such as "today"; undefined for others. @param now milliseconds since 1970 */
export const dayName = (instant: string, now: number): DayName | undefined => {
  const day = dayOf(instant)
  if (day === dayOf(now)) return 'today'
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return day === dayOf(midnight.getTime() - 1) ? 'yesterday' : undefined
}
