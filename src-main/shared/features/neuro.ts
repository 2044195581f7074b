/**
 * Neuro: an AI VTuber that plays Minecraft through Gatehouse, as settings and pages see it. See
 * docs/streaming.md#ai-vtuber.
 */
import type { AddressProblem } from './xiaozhi-address.js'

export const neuroLimits = {
  /** Maximum characters of an address. */
  address: 512,
  /** Maximum number of registered actions. */
  actions: 100,
  /** Bytes (UTF-8) of all registered actions. */
  actionBytes: 65_536,
  /** Bytes (UTF-8) of one message to the AI. */
  messageBytes: 2_048,
} as const

/** Where the programs of AI VTubers listen. */
export const usualNeuroAddress = 'ws://localhost:8000'

/** The AI VTuber that a person added. Its id is also the id of its client, which has the name and the rights. */
export interface NeuroSettings {
  readonly id: string
  readonly address: string
  /** False while a person has paused it. */
  readonly enabled: boolean
  /** Whether it learns what happens in the game. */
  readonly events: boolean
  /** Names of the tools it gets; all that it may use when omitted. */
  readonly tools?: readonly string[]
}

/** `ended`: the AI left the game, and has no actions until it comes back. */
export type NeuroPhase = 'paused' | 'connecting' | 'connected' | 'ended' | 'retrying'

/** The last action of the AI, and the answer. */
export interface NeuroExchange {
  readonly action: string
  readonly answer: string
  /** ISO 8601. */
  readonly at: string
}

export interface NeuroTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Whether the tool only reads. */
  readonly isRead: boolean
  /** Whether the AI has it as an action. */
  readonly isOffered: boolean
  /** False when its arguments cannot be described in the few words that the Neuro API knows. */
  readonly isPlain: boolean
}

export interface NeuroState extends NeuroSettings {
  readonly name: string
  readonly phase: NeuroPhase
  /** ISO 8601, the start of this phase. */
  readonly since: string
  /** ISO 8601 of the next attempt. */
  readonly retryAt?: string
  /** Why the last attempt or connection ended: a close code, an HTTP status or a system error code. */
  readonly reason?: string
  /** The name that the AI gives itself. */
  readonly character?: string
  readonly last?: NeuroExchange
  /** Requests that wait for a person. */
  readonly waiting: number
  readonly choices: readonly NeuroTool[]
  /** Some of the chosen tools do not fit. */
  readonly dropsTools: boolean
}

/** How a test of an address ended. `public`: it is on the internet. */
export type NeuroTest = { readonly kind: 'open' | 'public' } | { readonly kind: 'unreachable'; readonly reason: string }

export interface NewNeuro {
  readonly name: string
  readonly address: string
}

/** Omitted members stay unchanged. */
export interface NeuroChange {
  readonly enabled?: boolean
  readonly events?: boolean
  readonly address?: string
  /** Null: all tools that it may use. */
  readonly tools?: readonly string[] | null
}

export type NeuroAddressProblem = Exclude<AddressProblem, 'no-token' | 'not-encrypted'> | 'has-query'

/**
 * Whether a text is the address of an AI VTuber's program, and its usual form.
 *
 * Guards invariant 8: it is kept in the settings, so it has no place for a secret.
 */
export function checkNeuroAddress(
  text: string,
): { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: NeuroAddressProblem } {
  if (text.length > neuroLimits.address) return { ok: false, problem: 'too-long' }
  if (!URL.canParse(text.trim())) return { ok: false, problem: 'not-an-address' }
  const url = new URL(text.trim())
  if (url.protocol !== 'wss:' && url.protocol !== 'ws:') return { ok: false, problem: 'not-an-address' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'has-password' }
  if (url.search !== '') return { ok: false, problem: 'has-query' }
  url.hash = ''
  return { ok: true, address: url.href }
}
