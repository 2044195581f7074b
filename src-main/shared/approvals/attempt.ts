/** Attempt: a call that the person at this computer makes themselves. */
import type { ArgumentProblem, Caller, JsonObject } from '@contract/call.js'
import type { ContractError } from '@contract/generated/error.js'
import type { EarlierManifest } from '../servers/quarantine.js'
import type { NoUndo } from '../trail/undo.js'
import type { DryRunForecast } from './forecast.js'

/** The person at the window of this program as a caller. Compared by identity, so a remote caller never equals it. */
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
  /** Runs all checks, but not the call. */
  readonly dryRun: boolean
}

export type AttemptOutcome =
  | { readonly kind: 'done'; readonly data: JsonObject; readonly ageMs?: number }
  | { readonly kind: 'denied'; readonly by: readonly string[] }
  | { readonly kind: 'expired' | 'withdrawn' }
  | { readonly kind: 'foreseen'; readonly forecast: DryRunForecast }
  /** `problems`: the problems of single arguments. */
  | { readonly kind: 'failed'; readonly error: ContractError; readonly problems: readonly ArgumentProblem[] }

export interface AttemptReport {
  /** Request id of the attempt in the audit trail. */
  readonly requestId: string
  readonly outcome: AttemptOutcome
  readonly milliseconds: number
}

/** Data about a capability that does not come from its servers. */
export interface CapabilityDetails {
  /** Name of the tool for AI clients; absent for an event. */
  readonly toolName?: string
  /** The context with the state that the action changes. */
  readonly pairedContext?: string
  /** Whether Gatehouse can undo the action, or why it cannot; only for actions. */
  readonly undo?: 'undoable' | NoUndo
  /** Permissions that a client needs to use it. */
  readonly needs: readonly string[]
  /** Earlier accepted manifests by server, the newest first. */
  readonly earlier: readonly { readonly serverId: string; readonly manifests: readonly EarlierManifest[] }[]
}
