/**
 * Answer choice: the coverage and the duration of an approval while a person chooses them, in the pop-up or on a phone.
 *
 * Guards invariant 2: "once" covers exactly this request. A wider coverage lasts at least until the client disconnects;
 * choosing "this time" again resets the coverage to this request.
 */
import type { AnswerScope, Duration, OpenApproval } from './approval.js'
import type { Coverage, CoverageId } from './coverage.js'

export const narrowestScope: AnswerScope = { duration: 'once', what: 'exactly' }

/** The order in which durations are shown. */
const shownDurations: readonly Duration[] = ['once', '5-minutes', '15-minutes', '60-minutes', 'session', 'always']

/** Durations for a wider coverage, for which "this time" is not possible. */
const leastDurations: readonly Duration[] = ['session', '5-minutes', '15-minutes', '60-minutes', 'always']

type Offer = Pick<OpenApproval, 'offered' | 'mustType'>

export const offeredDurations = ({ offered }: Offer): readonly Duration[] =>
  shownDurations.filter((duration) => offered.approve.durations.includes(duration))

/** Whether there is anything to choose: a request with a typed subject is only approved once. */
export const hasChoice = (question: Offer): boolean =>
  question.mustType === undefined && question.offered.approve.durations.length > 1

export const withCoverage = (scope: AnswerScope, what: CoverageId, question: Offer): AnswerScope => {
  if (what === 'exactly' || scope.duration !== 'once') return { ...scope, what }
  const duration = leastDurations.find((one) => question.offered.approve.durations.includes(one))
  return duration === undefined ? scope : { duration, what }
}

export const withDuration = (scope: AnswerScope, duration: Duration): AnswerScope =>
  duration === 'once' ? narrowestScope : { ...scope, duration }

export const coverageOf = ({ what }: AnswerScope, { offered }: Offer): Coverage =>
  offered.approve.coverages.find(({ id }) => id === what) ?? { id: 'exactly' }

/** Any use of a dangerous action: shown in amber, and confirmed a second time. */
export const isBroad = ({ what }: Pick<AnswerScope, 'what'>, { risk }: Pick<OpenApproval, 'risk'>): boolean =>
  what === 'any' && (risk === 'high' || risk === 'critical')
