/**
 * XiaoZhi: an endpoint that voice devices call tools through, as settings and pages have it. See
 * docs/protocol.md#xiaozhi.
 *
 * Guards invariant 8: the address holds a token, so it is in none of these shapes but `NewXiaozhi`; `place` is shown.
 */
import type { AppLanguage } from '../text/language.js'

export const xiaozhiLimits = {
  /** Endpoints at once. */
  endpoints: 8,
  /** Characters of an address. */
  address: 4_096,
  /** Bytes (UTF-8) of a result. The device service cuts a conversation off at longer ones. */
  resultBytes: { least: 256, most: 10_240, normal: 1_024, warnAbove: 8_192 },
  /** Tools of a list: device services were seen to lose longer ones. */
  tools: 25,
  /** Bytes (UTF-8) of a list of tools. */
  toolListBytes: 16_384,
  /** Milliseconds between attempts. */
  initialBackoff: { least: 100, most: 10_000, normal: 1_000 },
  maxBackoff: { least: 1_000, most: 300_000, normal: 60_000 },
} as const

/** An endpoint that a person added. Its id is the id of its client: that one has the name and the rights. */
export interface XiaozhiEndpoint {
  readonly id: string
  /** The address without its token, for example `wss://api.xiaozhi.me/mcp/`. */
  readonly place: string
  /** False while a person has paused it. */
  readonly enabled: boolean
  /** Of what Gatehouse itself says to the device. */
  readonly language: AppLanguage
  /** Names of the tools that the device gets; reads and a small useful set when left out. */
  readonly tools?: readonly string[]
  readonly resultBytes: number
}

/** `refused`: the token is wrong. `replaced`: another program uses the same address. Both wait for a person. */
export type XiaozhiPhase = 'paused' | 'connecting' | 'connected' | 'retrying' | 'refused' | 'replaced' | 'no-address'

/** What a device asked last, and what it was answered. */
export interface XiaozhiExchange {
  readonly tool: string
  readonly answer: string
  /** ISO 8601. */
  readonly at: string
}

export interface XiaozhiTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** It changes nothing. */
  readonly isRead: boolean
  /** The device gets it. */
  readonly isOffered: boolean
}

export interface XiaozhiState extends XiaozhiEndpoint {
  readonly name: string
  readonly phase: XiaozhiPhase
  /** ISO 8601, since when it is in this phase. */
  readonly since: string
  /** ISO 8601 of the next attempt. */
  readonly retryAt?: string
  /** Why the last attempt or connection ended: a close code, an HTTP status or a code of the system. */
  readonly reason?: string
  /** The device service has started a session on this connection. */
  readonly isInUse: boolean
  readonly last?: XiaozhiExchange
  /** Requests that wait for a person. */
  readonly waiting: number
  readonly choices: readonly XiaozhiTool[]
  /** Some of the chosen tools do not fit into the list. */
  readonly dropsTools: boolean
}

/** How a test of an address ended. */
export type XiaozhiTest =
  | { readonly kind: 'in-use' | 'open' | 'refused' | 'replaced' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export interface NewXiaozhi {
  readonly name: string
  readonly address: string
  readonly language: AppLanguage
}

/** What a person changes of an endpoint; what is left out stays. */
export interface XiaozhiChange {
  readonly enabled?: boolean
  readonly language?: AppLanguage
  /** Null: the usual ones. */
  readonly tools?: readonly string[] | null
  readonly resultBytes?: number
}
