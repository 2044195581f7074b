/** Server console: what the owner sees of a server's console, and who is online. */
import type { Caller, JsonObject } from '@contract/call.js'

/** Lines that are kept, and shown, at most. */
export const maxConsoleLines = 120
export const maxCommandLength = 1_024

export type ConsoleLine =
  | {
      /** Of the server's log. */
      readonly kind: 'log'
      /** ISO 8601. */
      readonly at?: string
      /** As the line says it, `HH:MM:SS`. */
      readonly clock?: string
      readonly level?: 'warning' | 'error'
      readonly text: string
    }
  | {
      /** What somebody did here through Gatehouse. */
      readonly kind: 'call'
      readonly at: string
      readonly caller: Caller
      readonly capabilityId: string
      readonly arguments: JsonObject
    }
  | { readonly kind: 'reply'; readonly at: string; readonly text: string }

export interface ConsoleView {
  /** Oldest first. Their texts are untrusted. */
  readonly lines: readonly ConsoleLine[]
  /** Whether the server's log is read; otherwise only replies are shown. */
  readonly hasLog: boolean
  /** Whether the server has a console that Gatehouse reaches. */
  readonly hasCommands: boolean
}

/** A player who is online. `player` is their name. */
export interface OnlinePlayer {
  readonly player: string
  /** A location of the contract; absent where the server does not tell it. */
  readonly location?: JsonObject
  /** ISO 8601; absent when they were there before Gatehouse. */
  readonly since?: string
}
