/** Filter options: selects rows of the trail. */
import { type AuditFilter, auditEventTypes, auditOutcomes } from '@shared/trail/audit.js'
import { UsageError } from '../verb.js'
import { momentOf } from './moment.js'

const text = { type: 'string' } as const

export const filterOptions = {
  text,
  client: text,
  server: text,
  capability: text,
  type: text,
  risk: text,
  request: text,
  outcome: text,
  since: text,
  until: text,
} as const

export type FilterValues = Readonly<Partial<Record<keyof typeof filterOptions, string>>>

export const filterHelp = [
  '  --text WORDS       words in the event, in any order; a prefix is enough',
  '  --client NAME|ID   --server ID   --request ID   --risk LEVEL',
  '  --capability ID    for example player.ban, or player.*',
  `  --type TYPE        ${auditEventTypes.join(', ')}`,
  `  --outcome OUTCOME  ${auditOutcomes.join(', ')}`,
  '  --since, --until   a date (2026-01-19 or 2026-01-19T10:30Z) or an age (30m, 2h or 7d)',
] as const

/** @throws UsageError */
export function filterOf(values: FilterValues, now: Date): AuditFilter {
  const { type, outcome, since, until, ...others } = values
  return {
    ...others,
    ...(type !== undefined && { type: oneOf('type', type, auditEventTypes) }),
    ...(outcome !== undefined && { outcome: oneOf('outcome', outcome, auditOutcomes) }),
    ...(since !== undefined && { since: momentOf('since', since, now) }),
    ...(until !== undefined && { until: momentOf('until', until, now) }),
  }
}

function oneOf<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given)
  if (found === undefined) throw new UsageError(`--${name} takes one of ${allowed.join(', ')}, not "${given}".`)
  return found
}
