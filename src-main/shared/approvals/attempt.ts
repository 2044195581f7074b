/** Attempt: a person tries a capability themselves, as its caller. */
import type { ArgumentProblem, Caller, JsonObject } from '@contract/call.js'
import type { ContractError } from '@contract/generated/error.js'
import type { EarlierManifest } from '../servers/quarantine.js'
import type { NoUndo } from '../trail/undo.js'
import type { DryRunForecast } from './forecast.js'

/** The person at the window of this program, as a caller. Callers over a route never are this object. */
export const owner: Caller = Object.freeze({
  type: 'user',
  id: 'owner',
  name: 'The owner',
  namedByOwner: true,
} as const)

export interface Attempt {
  /** Id chosen by the page, used to cancel the attempt. */
  readonly id: string
  readonly capabilityId: string
  /** Id of the server. */
  readonly server: string
  readonly arguments: JsonObject
  /** Everything but the call. */
  readonly dryRun: boolean
}

export type AttemptOutcome =
  | { readonly kind: 'done'; readonly data: JsonObject; readonly ageMs?: number }
  | { readonly kind: 'denied'; readonly by: readonly string[] }
  | { readonly kind: 'expired' | 'withdrawn' }
  | { readonly kind: 'foreseen'; readonly forecast: DryRunForecast }
  /** `problems`: what is wrong with which argument. */
  | { readonly kind: 'failed'; readonly error: ContractError; readonly problems: readonly ArgumentProblem[] }

export interface AttemptReport {
  /** Under which it stands in the audit trail. */
  readonly requestId: string
  readonly outcome: AttemptOutcome
  readonly milliseconds: number
}

/** Data about a capability that its servers do not send. */
export interface CapabilityDetails {
  /** As AI clients see it; of an event none. */
  readonly toolName?: string
  /** The context that shows what it is about to change. */
  readonly pairedContext?: string
  /** Whether Gatehouse knows how to undo it, or why it does not; of actions alone. */
  readonly undo?: 'undoable' | NoUndo
  /** Permissions that a client needs to use it. */
  readonly needs: readonly string[]
  /** What people accepted before, for each server that has such, the last first. */
  readonly earlier: readonly { readonly serverId: string; readonly manifests: readonly EarlierManifest[] }[]
}
