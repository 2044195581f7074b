/** Sandbox: the result of a call in a harmless test environment. See docs/protocol.md#agents-tools. */
import type { ArgumentProblem, JsonObject } from '@contract/call.js'
import type { RateLimit } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'

export interface SandboxDecision {
  readonly risk?: string
  readonly riskReason?: string
  /** Number of people who would have to agree; the sandbox agreed for them. */
  readonly people: number
  readonly permissions: readonly string[]
  readonly rateLimit?: RateLimit
  /** Whether the gateway read the state before, so that it can be compared and restored. */
  readonly readBefore: boolean
}

export interface WorldDifference {
  /** Path of names, for example `players`, `Steve`, `location`, `x`. */
  readonly path: readonly string[]
  /** Absent when it did not exist before. */
  readonly before?: unknown
  /** Absent when it no longer exists. */
  readonly after?: unknown
}

export interface SandboxEvent {
  readonly eventId: string
  readonly data: object
}

export interface SandboxTrial {
  readonly capabilityId: string
  readonly version: string
  /** The demo world, or a mock that is generated from the manifest. */
  readonly against: 'world' | 'mock'
  /** Arguments as sent, with defaults; absent when the call was not sent. */
  readonly sent?: JsonObject
  readonly decision: SandboxDecision
  readonly outcome: 'done' | 'failed'
  /** The unmodified response. */
  readonly answer?: JsonObject
  readonly error?: ContractError
  /** Whether the response matches `returns`; absent without a response. */
  readonly obeys?: boolean
  readonly problems: readonly ArgumentProblem[]
  readonly changes: readonly WorldDifference[]
  readonly happened: readonly SandboxEvent[]
}
