/**
 * Attempts: a person tries a capability from the window.
 *
 * Guards invariants 1 and 6: no consumer sees this, and what a person tries goes the same path as any call, with them as
 * its caller: it is recorded, its risk is assessed, and what must be asked is asked. That they may use everything is theirs
 * as the owner; that they want it now is no approval.
 */
import { type Attempt, type AttemptOutcome, type AttemptReport, owner } from '../contract/attempt.js'
import type { ArgumentProblem, Caller } from '../contract/call.js'
import type { Rights } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { CallReport, CallRequest, Joined, Outcome } from './call-path.js'

/** Attempts of a person at once; a page that asks for more is no person. */
export const mostAttempts = 8

const everything: Rights = { role: 'super_admin', roles: {}, permissions: [] }

/** What a caller may do; who says of itself that it is the owner is not. */
export const withOwner =
  (rightsOf: (caller: Caller) => Rights) =>
  (caller: Caller): Rights =>
    caller === owner ? everything : rightsOf(caller)

export type Invoke = (request: CallRequest) => Promise<CallReport<Outcome> | Joined>

export class Attempts {
  readonly #invoke: Invoke
  readonly #underway = new Map<string, AbortController>()

  /** @param invoke takes a call through the gateway; never rejects */
  constructor(invoke: Invoke) {
    this.#invoke = invoke
  }

  /** @throws GatewayError when there are too many already, or one of this id */
  async run({ id, capabilityId, server, arguments: given, dryRun }: Attempt): Promise<AttemptReport> {
    if (this.#underway.has(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    if (this.#underway.size >= mostAttempts) {
      throw new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: 'Wait until what you tried before has ended.' })
    }
    const controller = new AbortController()
    this.#underway.set(id, controller)
    try {
      const { signal } = controller
      const report = await this.#invoke({ capabilityId, server, arguments: given, caller: owner, signal, dryRun })
      if ('joined' in report) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const { requestId, outcome, milliseconds } = report
      return { requestId, outcome: told(outcome), milliseconds }
    } finally {
      this.#underway.delete(id)
    }
  }

  /** Takes one back; what is done already stays done. */
  withdraw(id: string): void {
    this.#underway.get(id)?.abort()
  }
}

function told(outcome: Outcome): AttemptOutcome {
  switch (outcome.kind) {
    case 'done':
      return { kind: 'done', data: outcome.data, ...(outcome.ageMs !== undefined && { ageMs: outcome.ageMs }) }
    case 'denied':
      return { kind: 'denied', by: outcome.by }
    case 'expired':
    case 'withdrawn':
      return { kind: outcome.kind }
    case 'foreseen':
      return outcome
    case 'failed':
      return { kind: 'failed', error: outcome.error.toContract(), problems: problemsIn(outcome.error) }
  }
}

/** What the validate step found, each at its argument. */
function problemsIn({ code, details }: GatewayError): readonly ArgumentProblem[] {
  const errors = code === 'PROTOCOL.SCHEMA_VALIDATION_FAILED' ? details?.errors : undefined
  return Array.isArray(errors) ? errors : []
}
