/** Deck: the door for the buttons of a Stream Deck or of Streamer.bot, and what they can do. */

/**
 * Everything that a button can do. Nothing here approves, and `resume` ends only a pause. `deny`: the request that waits
 * longest. `vote`: asks the viewers about it.
 */
export const deckVerbs = ['pause', 'resume', 'deny', 'vote', 'mark'] as const
export type DeckVerb = (typeof deckVerbs)[number]

export interface DeckSettings {
  readonly enabled: boolean
  readonly port: number
}

export const defaultDeck: DeckSettings = { enabled: false, port: 8_796 }

export type DeckState =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'on'
      readonly hasKey: boolean
      /** Since the program started. */
      readonly requests: number
      readonly last?: DeckRequest
    }
  /** The port is taken or not available. */
  | { readonly kind: 'failed'; readonly port: number; readonly why: 'taken' | 'other' }

export interface DeckRequest {
  readonly verb: DeckVerb
  /** ISO 8601. */
  readonly at: string
  readonly isDone: boolean
}
