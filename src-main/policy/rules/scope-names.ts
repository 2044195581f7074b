/**
 * Scope names: parses "scope" and "what" of an answer in JSON, from stdin or a phone.
 *
 * Guards invariant 3: "any" must be stated explicitly, and an unknown name makes the answer invalid.
 */
import { type AnswerScope, type Duration, durations } from '@shared/approvals/approval.js'
import { type CoverageId, coverageIds } from '@shared/approvals/coverage.js'

/** Names that say both in one word. */
const combinedScopes: Readonly<Record<string, AnswerScope>> = {
  'always-exactly': { duration: 'always', what: 'exactly' },
  'always-capability': { duration: 'always', what: 'any' },
}

/** Undefined for an unknown name. Omitted parts stay omitted. */
export function readScope(scope: unknown, what: unknown): Partial<AnswerScope> | undefined {
  if (typeof scope === 'string' && Object.hasOwn(combinedScopes, scope)) {
    return what === undefined ? combinedScopes[scope] : undefined
  }
  if (scope !== undefined && !isDuration(scope)) return undefined
  if (what !== undefined && !isCoverageId(what)) return undefined
  return { ...(scope !== undefined && { duration: scope }), ...(what !== undefined && { what }) }
}

const isDuration = (value: unknown): value is Duration => durations.some((duration) => duration === value)

const isCoverageId = (value: unknown): value is CoverageId => coverageIds.some((id) => id === value)
