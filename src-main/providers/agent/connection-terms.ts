/**
 * Connection terms: an agent's settings for the connection, within bounds. See docs/protocol.md#agents-config.
 *
 * Enforces invariant 7: an agent cannot make this program reconnect too often, or hide that it is silent.
 */
import type { AgentConfig } from '@contract/generated/message-frame.js'

export interface ConnectionTerms {
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs: number
  /** Milliseconds before the first retry after a loss. */
  readonly reconnectMs: number
  /** Fast retries before they become slow. */
  readonly maxRetries: number
}

interface Bound {
  readonly least: number
  readonly most: number
  /** Defaults. */
  readonly usual: number
}

export const bounds = {
  heartbeatMs: { least: 1_000, most: 60_000, usual: 30_000 },
  reconnectMs: { least: 500, most: 60_000, usual: 1_000 },
  maxRetries: { least: 0, most: 100, usual: 10 },
} as const satisfies Record<keyof ConnectionTerms, Bound>

export const termsOf = (config: AgentConfig = {}): ConnectionTerms => ({
  heartbeatMs: within(bounds.heartbeatMs, config.heartbeatInterval),
  reconnectMs: within(bounds.reconnectMs, config.reconnectDelay),
  maxRetries: within(bounds.maxRetries, config.maxRetries),
})

function within({ least, most, usual }: Bound, asked: number | undefined): number {
  if (asked === undefined || Number.isNaN(asked)) return usual
  return Math.min(most, Math.max(least, Math.round(asked)))
}
