/**
 * Manual calls: calls that a person makes from the window.
 *
 * Guards invariants 1 and 6: consumers cannot reach this. It uses the normal call path, with the person as the caller:
 * the call is recorded, its risk is assessed, and approvals are required. As the owner they have all rights, but an
 * attempt is not an approval.
 */

import type { ArgumentProblem, Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { type Attempt, type AttemptOutcome, type AttemptReport, owner } from '@shared/approvals/attempt.js'
import type { Rights } from '@shared/clients/client.js'
import type { CallOutcome, CallReport, CallRequest } from '../ports/calls.js'
import type { DuplicateCall } from './call-path.js'

/** Maximum number of concurrent attempts. */
export const maxManualCalls = 8

const allRights: Rights = { role: 'super_admin', roles: {}, permissions: [] }

/** The owner, also in a window elsewhere. Compared by identity. */
const callers = new WeakSet<Caller>([owner])

/** @param name of the person where it is not the one at this computer */
function callerNamed(name: string | undefined): Caller {
  if (name === undefined) return owner
  const caller = Object.freeze({ ...owner, name })
  callers.add(caller)
  return caller
}

/** Rights of a caller; a client that claims to be the owner does not get the owner's. */
export const withOwner =
  (rightsOf: (caller: Caller) => Rights) =>
  (caller: Caller): Rights =>
    callers.has(caller) ? allRights : rightsOf(caller)

export type Invoke = (request: CallRequest) => Promise<CallReport<CallOutcome> | DuplicateCall>

export class ManualCalls {
  readonly #invoke: Invoke
  readonly #running = new Map<string, AbortController>()

  /** @param invoke runs a call through the gateway; never rejects */
  constructor(invoke: Invoke) {
    this.#invoke = invoke
  }

  /**
   * @param by the person, where it is not the one at this computer
   * @throws GatewayError when there are too many, or the id exists
   */
  async run({ id, capabilityId, server, arguments: given, dryRun }: Attempt, by?: string): Promise<AttemptReport> {
    if (this.#running.has(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    if (this.#running.size >= maxManualCalls) {
      throw new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: 'Wait until an earlier call has ended.' })
    }
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      const { signal } = controller
      const caller = callerNamed(by)
      const report = await this.#invoke({ capabilityId, server, arguments: given, caller, signal, dryRun })
      if ('duplicateOf' in report) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const { requestId, outcome, milliseconds } = report
      return { requestId, outcome: attemptOutcomeOf(outcome), milliseconds }
    } finally {
      this.#running.delete(id)
    }
  }

  /** Cancels an attempt; completed work is not reverted. */
  withdraw(id: string): void {
    this.#running.get(id)?.abort()
  }
}

function attemptOutcomeOf(outcome: CallOutcome): AttemptOutcome {
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

/** Validation errors by argument. */
function problemsIn({ code, details }: GatewayError): readonly ArgumentProblem[] {
  const errors = code === 'PROTOCOL.SCHEMA_VALIDATION_FAILED' ? details?.errors : undefined
  return Array.isArray(errors) ? errors : []
}
