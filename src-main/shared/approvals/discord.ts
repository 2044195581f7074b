/**
 * Discord: the bot of the owner, whose channel gets requests, as the window shows it.
 *
 * Guards invariant 8: none of these types contains the token of the bot, or the custom id of a button.
 */
import type { PersonRole } from '../clients/person-role.js'

export interface DiscordSettings {
  readonly enabled: boolean
  /** Id of the channel that gets requests; empty until the owner has chosen one. */
  readonly channel: string
  /** Whether the channel also gets a line for each action of AI. */
  readonly log: boolean
}

export const defaultDiscord: DiscordSettings = { enabled: false, channel: '', log: false }

export const discordLimits = {
  token: 256,
  /** Wrong codes that end a link. */
  wrong: 3,
  /** Milliseconds for which a code is valid. */
  milliseconds: 300_000,
  channels: 200,
} as const

/** What the bot needs in its channel, and nothing else. */
export const discordPermissions = ['ViewChannel', 'SendMessages'] as const
export type DiscordPermission = (typeof discordPermissions)[number]

export type DiscordState =
  | { readonly kind: 'off' | 'no-token' | 'connecting' }
  /** Discord does not accept the token: it was mistyped, or reset since. */
  | { readonly kind: 'wrong-token' }
  /** Discord refused the connection for good, with this close code of its gateway. */
  | { readonly kind: 'refused'; readonly code: number }
  /** No connection now; it is tried again. */
  | { readonly kind: 'disconnected' }
  /** The bot is a member of no server of Discord. */
  | { readonly kind: 'no-guild' }
  | { readonly kind: 'no-channel' }
  /** The chosen channel was deleted, or the bot was removed from its server. */
  | { readonly kind: 'channel-gone' }
  | { readonly kind: 'missing-permission'; readonly permissions: readonly DiscordPermission[] }
  /** `isPublic`: every member of the server can read the channel. */
  | { readonly kind: 'on'; readonly isPublic: boolean }

export interface DiscordChannel {
  readonly id: string
  readonly name: string
  /** Name of the server of Discord. */
  readonly guild: string
}

export const accountLinkProblems = ['expired', 'wrong-codes', 'taken', 'not-saved'] as const
/** Why a link ended. `taken`: the account belongs to another person. */
export type AccountLinkProblem = (typeof accountLinkProblems)[number]

/** A person for whom a code is shown, until they sent it with their account. */
export interface AccountLinking {
  /** Id. */
  readonly person: string
  /** Absent in stream-safe mode. */
  readonly code?: string
  /** ISO 8601. */
  readonly endsAt: string
}

export interface DiscordPerson {
  readonly id: string
  readonly name: string
  readonly role: PersonRole
  /** `id` of the way; `name` as the account had it when it was linked. */
  readonly accounts: readonly { readonly id: string; readonly name: string }[]
}

export interface DiscordView extends DiscordSettings {
  readonly state: DiscordState
  readonly hasToken: boolean
  /** Where the owner adds the bot to a server of theirs; absent until the bot has connected once. */
  readonly invite?: string
  /** Channels with text of all servers of the bot. */
  readonly channels: readonly DiscordChannel[]
  readonly people: readonly DiscordPerson[]
  readonly linking: AccountLinking | null
  readonly problem: AccountLinkProblem | null
}

export const noDiscord: DiscordView = {
  ...defaultDiscord,
  state: { kind: 'off' },
  hasToken: false,
  channels: [],
  people: [],
  linking: null,
  problem: null,
}
