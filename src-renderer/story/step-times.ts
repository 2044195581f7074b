/** Step times: how long each step of a request took, from its log entries. */
import type { AuditRow } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'

/** `decision`: until somebody, or a rule, had answered. `preparation`: until it could begin. `run`: until it had ended. */
export type TimedStep = 'decision' | 'preparation' | 'run'

export interface StepTime {
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
export const beginningOf = (rows: readonly AuditRow[]): number | undefined => {
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
