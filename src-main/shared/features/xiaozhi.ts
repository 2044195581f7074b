/**
 * XiaoZhi: an endpoint through which voice devices call tools, as settings and pages see it. See
 * docs/protocol.md#xiaozhi.
 *
 * Guards invariant 8: the address contains a token, so only `NewXiaozhi` contains it; `place` is shown instead.
 */
import type { AppLanguage } from '../text/language.js'

export const xiaozhiLimits = {
  /** Maximum number of endpoints. */
  endpoints: 8,
  /** Maximum characters of an address. */
  address: 4_096,
  /** Bytes (UTF-8) of a result. The device service ends a conversation at longer ones. */
  resultBytes: { least: 256, most: 10_240, normal: 1_024, warnAbove: 8_192 },
  /** Maximum number of tools in a list: some device services lose longer ones. */
  tools: 25,
  /** Bytes (UTF-8) of a list of tools. */
  toolListBytes: 16_384,
  /** Milliseconds between attempts. */
  initialBackoff: { least: 100, most: 10_000, normal: 1_000 },
  maxBackoff: { least: 1_000, most: 300_000, normal: 60_000 },
} as const

/** An endpoint that a person added. Its id is also the id of its client, which has the name and the rights. */
export interface XiaozhiEndpoint {
  readonly id: string
  /** The address without its token, for example `wss://api.xiaozhi.me/mcp/`. */
  readonly place: string
  /** False while a person has paused it. */
  readonly enabled: boolean
  /** Language of the texts of Gatehouse for the device. */
  readonly language: AppLanguage
  /** Names of the tools for the device; reads and a small useful set when omitted. */
  readonly tools?: readonly string[]
  readonly resultBytes: number
}

/** `refused`: the token is wrong. `replaced`: another program uses the same address. Both wait for a person. */
export type XiaozhiPhase = 'paused' | 'connecting' | 'connected' | 'retrying' | 'refused' | 'replaced' | 'no-address'

/** Numbers of `service-error.ts`: the connection failed; the token was refused; there was no response in time. */
export type XiaozhiErrorCode = 4001 | 4002 | 4003

/** The last request of a device, and the response. */
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
  /** Whether the tool only reads. */
  readonly isRead: boolean
  /** Whether the device gets the tool. */
  readonly isOffered: boolean
}

export interface XiaozhiState extends XiaozhiEndpoint {
  readonly name: string
  readonly phase: XiaozhiPhase
  /** ISO 8601, the start of this phase. */
  readonly since: string
  /** ISO 8601 of the next attempt. */
  readonly retryAt?: string
  /** Why the last attempt or connection ended: a close code, an HTTP status or a system error code. */
  readonly reason?: string
  /** Present when the last attempt or connection failed. */
  readonly code?: XiaozhiErrorCode
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

/** A change of an endpoint; omitted members stay unchanged. */
export interface XiaozhiChange {
  readonly enabled?: boolean
  readonly language?: AppLanguage
  /** Null: the default tools. */
  readonly tools?: readonly string[] | null
  readonly resultBytes?: number
}
