/** Sandbox: what one call comes to where it can do no harm. See docs/protocol.md#agents-tools. */
import type { ArgumentProblem, JsonObject } from '@contract/call.js'
import type { RateLimit } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'

/** What a gateway decides about the call. */
export interface SandboxDecision {
  readonly risk?: string
  readonly riskReason?: string
  /** People who would have to agree; the sandbox agreed for them. */
  readonly people: number
  readonly permissions: readonly string[]
  readonly rateLimit?: RateLimit
  /** Whether the gateway read how it was, so that it can be compared and undone. */
  readonly readBefore: boolean
}

/** One thing in the world that is not as it was. */
export interface WorldDifference {
  /** Names from the outside in, for example `players`, `Steve`, `location`, `x`. */
  readonly path: readonly string[]
  /** Absent where there was nothing. */
  readonly before?: unknown
  /** Absent where there is nothing any more. */
  readonly after?: unknown
}

export interface SandboxEvent {
  readonly eventId: string
  readonly data: object
}

export interface SandboxTrial {
  readonly capabilityId: string
  readonly version: string
  /** The demo world, or something that answers by the manifest alone. */
  readonly against: 'world' | 'mock'
  /** Arguments as they went out, defaults filled; absent when the call did not get that far. */
  readonly sent?: JsonObject
  readonly decision: SandboxDecision
  readonly outcome: 'done' | 'failed'
  /** What came back, as it came. */
  readonly answer?: JsonObject
  readonly error?: ContractError
  /** Whether the answer is what `returns` allow; absent when nothing came back. */
  readonly obeys?: boolean
  readonly problems: readonly ArgumentProblem[]
  readonly changes: readonly WorldDifference[]
  readonly happened: readonly SandboxEvent[]
}
