/**
 * Orders about what a streamer connects: the chat and votes of viewers, OBS, and a Stream Deck.
 *
 * Guards invariant 8: passwords, keys and the address of the overlay can be set or copied, and are never sent to a page.
 * The person is sent to Twitch and nowhere else.
 */
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AudienceState, SourceId, SourceState } from '@shared/streaming/audience.js'
import type { DeckState, DeckVerb } from '@shared/streaming/deck.js'
import type { ObsState, OverlayAdded, ReplaySaved } from '@shared/streaming/obs.js'
import type { VotesState } from '@shared/streaming/votes.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

/** The methods throw a `GatewayError`. */
export interface AudienceAccess {
  state(): AudienceState
  /** Connects once. */
  test(wanted: NewStreamerBot): Promise<SourceState>
  /** Switches it on. @returns whether the password is persistent */
  add(wanted: NewStreamerBot): { readonly isKept: boolean }
  /** Switches it off, and forgets its secrets. */
  remove(id: SourceId): Promise<void>
  /** Connects now. */
  connect(id: SourceId): void
  /** Begins the sign-in at Twitch with the client ID of an application. */
  signIn(wanted: { readonly clientId: string; readonly polls: boolean }): Promise<void>
  cancelSignIn(): void
  /** The page of Twitch where the code is entered; undefined when no sign-in has begun. */
  signInAddress(): string | undefined
  readonly suggestions: {
    send(id: number): boolean
    textOf(id: number): string | undefined
    dismiss(id: number): void
  }
  readonly votes: {
    readonly state: VotesState
    /** @throws GatewayError when viewers cannot be asked */
    start(approvalId: string, startedBy: Caller): Promise<void>
    /** @throws GatewayError when no vote runs */
    end(): void
  }
}

export interface NewStreamerBot {
  readonly address: string
  /** Empty for none; left out to keep the one there is. */
  readonly password?: string
}

export interface StreamingAccess {
  readonly sources: AudienceAccess
  readonly obs: {
    readonly obs: {
      readonly state: ObsState
      connect(): void
      addOverlay(): Promise<OverlayAdded>
      saveReplay(): Promise<ReplaySaved>
    }
    /** @returns whether it is kept. @param password none when empty */
    keepPassword(password: string): boolean
  }
  readonly deck: DeckAccess
}

export interface DeckAccess {
  readonly state: DeckState
  /** The address of a button, with the key; creates the first key. @throws GatewayError */
  addressOf(verb: DeckVerb): string
  /** Ends the old key. */
  renewKey(): void
}

export const streamingOrders = (
  { sources, obs: { obs, keepPassword }, deck }: StreamingAccess,
  { copy, openAddress }: Readonly<Record<'copy' | 'openAddress', (text: string) => Promise<void>>>,
): OrdersAbout<'audience' | 'deck' | 'obs' | 'votes'> => ({
  'audience:state': () => sources.state(),
  'audience:test': (wanted) => sources.test(wanted),
  'audience:add': (wanted) => sources.add(wanted),
  'audience:remove': ({ source }) => sources.remove(source),
  'audience:connect': ({ source }) => sources.connect(source),
  'audience:sign-in': async (wanted) => {
    await sources.signIn(wanted)
    return sources.state().twitch
  },
  'audience:cancel-sign-in': () => sources.cancelSignIn(),
  'audience:open-sign-in': async () => {
    const address = sources.signInAddress()
    if (address !== undefined) await openAddress(address)
  },
  'audience:send-suggestion': ({ id }) => {
    if (!sources.suggestions.send(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', forgotten)
  },
  'audience:copy-suggestion': async ({ id }) => {
    const text = sources.suggestions.textOf(id)
    if (text === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', forgotten)
    await copy(text)
  },
  'audience:dismiss-suggestion': ({ id }) => sources.suggestions.dismiss(id),
  'votes:state': () => sources.votes.state,
  'votes:start': ({ id }, giver) =>
    sources.votes.start(id, { type: 'user', id: personOf(giver).id, name: personOf(giver).name }),
  'votes:end': () => sources.votes.end(),
  'obs:state': () => obs.state,
  'obs:connect': () => obs.connect(),
  'obs:keep-password': ({ password }) => ({ isKept: keepPassword(password) }),
  'obs:add-overlay': () => obs.addOverlay(),
  'obs:save-replay': () => obs.saveReplay(),
  'deck:state': () => deck.state,
  'deck:copy': ({ verb }) => copy(deck.addressOf(verb)),
  'deck:renew': () => deck.renewKey(),
})

const forgotten = { message: 'This suggestion is gone.', suggestion: 'Choose one from the list.' }
