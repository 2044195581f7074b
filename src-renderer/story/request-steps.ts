/**
 * Request steps: groups the log entries of one request into steps: requested, decided, done.
 *
 * An entry that repeats a decision, or announces a run that has ended, is no step of its own.
 */
import type { AuditRow } from '@shared/trail/audit.js'
import { outcomeOf, refusalOf } from '@shared/trail/audit-outcome.js'

/** `decision`: until somebody, or a rule, had answered. `preparation`: until it could begin. `run`: until it had ended. */
type TimedStep = 'decision' | 'preparation' | 'run'

interface StepTime {
  readonly step: TimedStep
  readonly milliseconds: number
}

const stepOf = ({ event }: AuditRow): TimedStep => {
  if (event.metadata?.phase === 'intent') return 'preparation'
  const outcome = outcomeOf(event)
  return event.metadata?.phase !== 'outcome' && ['approved', 'denied', 'expired', 'withdrawn'].includes(outcome)
    ? 'decision'
    : 'run'
}

const at = ({ event }: AuditRow): number => Date.parse(event.timestamp)

/** When the call came in, in milliseconds since 1970: how long it took in all is written with its end. */
const beginningOf = (rows: readonly AuditRow[]): number | undefined => {
  const end = rows.find(({ event }) => event.metadata?.executionTime !== undefined)
  return end && at(end) - (end.event.metadata?.executionTime ?? 0)
}

/**
 * Row by row; undefined where the trail does not say.
 *
 * @param rows of one request, in the order they were written
 */
export const stepTimes = (rows: readonly AuditRow[]): readonly (StepTime | undefined)[] => {
  const beginning = beginningOf(rows)
  return rows.map((row, index) => {
    const before = rows[index - 1]
    const since = before ? at(before) : beginning
    if (since === undefined) return undefined
    // Clocks are set back, and timestamps are rounded.
    const milliseconds = Math.max(0, at(row) - since)
    return Number.isNaN(milliseconds) ? undefined : { step: stepOf(row), milliseconds }
  })
}

export type StepKind =
  | 'asked'
  | 'approved'
  | 'unasked'
  | 'denied'
  | 'expired'
  | 'withdrawn'
  | 'refused'
  | 'started'
  | 'done'
  | 'undone'
  | 'failed'
  | 'foreseen'
  | 'unknown'

export interface RequestStep {
  readonly kind: StepKind
  /** ISO 8601. */
  readonly at: string
  readonly row: AuditRow
  /** Milliseconds since the step before; absent where the log does not say. */
  readonly lasted?: number
}

const decisionOf = ({ event }: AuditRow): StepKind | undefined => {
  if (refusalOf(event)) return 'refused'
  const { outcome } = event.approvalInfo ?? {}
  return outcome === 'superseded' ? 'withdrawn' : outcome
}

const endOf = ({ event }: AuditRow): StepKind => {
  if (refusalOf(event)) return 'refused'
  const outcome = outcomeOf(event)
  // Its error says who denied it.
  if (event.eventType === 'error' && outcome === 'denied') return 'failed'
  if (outcome === 'intent') return 'started'
  return event.eventType === 'rollback' && outcome === 'done' ? 'undone' : outcome
}

const kindsOf = (row: AuditRow, isLast: boolean): readonly StepKind[] => {
  const decision = decisionOf(row)
  const decided = decision === undefined ? [] : [decision]
  if (row.event.metadata?.phase === 'intent') return isLast ? [...decided, 'started'] : decided
  return [...decided, endOf(row)]
}

/** When the request came in: known from its end, else when its first entry was written. */
const askedAt = (rows: readonly AuditRow[], first: AuditRow): string => {
  const beginning = beginningOf(rows)
  return beginning === undefined || Number.isNaN(beginning) ? first.event.timestamp : new Date(beginning).toISOString()
}

/** @param rows of one request, in the order they were written */
export const requestSteps = (rows: readonly AuditRow[]): readonly RequestStep[] => {
  const [first] = rows
  if (!first) return []
  const times = stepTimes(rows)
  const said = new Set<StepKind>()
  const steps = rows.flatMap((row, index) =>
    kindsOf(row, index === rows.length - 1).flatMap((kind): RequestStep[] => {
      if (said.has(kind)) return []
      said.add(kind)
      const lasted = times[index]?.milliseconds
      return [{ kind, at: row.event.timestamp, row, ...(lasted !== undefined && { lasted }) }]
    }),
  )
  return [{ kind: 'asked', at: askedAt(rows, first), row: first }, ...steps]
}
