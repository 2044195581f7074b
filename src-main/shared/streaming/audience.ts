/**
 * Audience: the viewers of a stream, and where their chat comes from.
 *
 * Guards invariant 7: every text and name of a viewer is untrusted.
 */

export const platforms = ['twitch', 'youtube', 'kick'] as const
export type Platform = (typeof platforms)[number]

/** A line of chat. Untrusted, but for the platform and the times. */
export interface AudienceMessage {
  /** The platform's own, by which a repeat is known. */
  readonly id: string
  readonly platform: Platform
  /** The platform's id of the account, never its name. */
  readonly userId: string
  readonly userName: string
  /** At most `audienceLimits.text` characters. */
  readonly text: string
  /** Milliseconds since 1970, by the clock of the platform; undefined where it says none. */
  readonly sentAt: number | undefined
  /**
   * Who wrote it. `streamer`: the account of the channel. `bot`: an account that a program writes with, also one that
   * an AI may write with.
   */
  readonly author: 'viewer' | 'streamer' | 'bot'
  /** Written in the chat of another channel, which the platform shows in this one too. */
  readonly isFromElsewhere?: true
}

export const audienceLimits = { id: 64, name: 64, text: 500 } as const

export const sourceIds = ['streamer-bot', 'twitch'] as const
export type SourceId = (typeof sourceIds)[number]

/** The state of a source, for the window. */
export type SourceState =
  | { readonly id: SourceId; readonly kind: 'off' }
  | { readonly id: SourceId; readonly kind: 'connecting' }
  | {
      readonly id: SourceId
      readonly kind: 'online'
      /** The channels that are read, as the platform shows them. Untrusted. */
      readonly channels: readonly { readonly platform: Platform; readonly name: string }[]
      /** Whether the account may open polls of the platform. */
      readonly hasPolls: boolean
    }
  | {
      readonly id: SourceId
      readonly kind: 'failed'
      /**
       * `password`: none or a wrong one. `not-private`: the address leads out of the private network. `signed-out`: the
       * platform ended the sign-in, or the person did. `not-allowed`: the account may not read this chat.
       */
      readonly why:
        | 'unreachable'
        | 'password'
        | 'not-private'
        | 'signed-out'
        | 'not-allowed'
        | 'not-this-program'
        | 'limit'
      /** Whether it is tried again by itself. */
      readonly retries: boolean
    }

/** Where viewers are read from, and what they may do; everything is off by default. Secrets are in the credential store. */
export interface AudienceSettings {
  readonly streamerBot: { readonly enabled: boolean; readonly address: string }
  readonly twitch: {
    readonly enabled: boolean
    /** Of an application that the owner registered at Twitch; empty for none. */
    readonly clientId: string
  }
  /** Names or ids of more accounts that a program or an AI writes with. */
  readonly bots: readonly string[]
  /** Lines that begin with the word are collected for the streamer. */
  readonly suggestions: { readonly enabled: boolean; readonly word: string }
}

export const audienceSettingLimits = { address: 256, clientId: 64, bots: 64, word: 24 } as const

export const defaultAudience: AudienceSettings = {
  streamerBot: { enabled: false, address: 'ws://127.0.0.1:8080/' },
  twitch: { enabled: false, clientId: '' },
  bots: [],
  suggestions: { enabled: false, word: '!ai' },
}

/** The sign-in at Twitch, for the window. */
export type TwitchAccountState =
  | {
      readonly kind: 'signed-out'
      /**
       * `ended`: Twitch ended it. `expired`: nobody entered the code in time. `refused`: the person refused, or Twitch
       * did. `not-public`: the application is registered as confidential.
       */
      readonly why?: 'ended' | 'expired' | 'refused' | 'not-public'
    }
  /** A person enters the code at the address. */
  | { readonly kind: 'signing-in'; readonly code: string; readonly address: string }
  | {
      readonly kind: 'signed-in'
      readonly login: string
      /** Whether the sign-in outlives the program. */
      readonly isKept: boolean
    }

export interface AudienceState {
  readonly sources: readonly SourceState[]
  readonly twitch: TwitchAccountState
  /** Newest first. */
  readonly suggestions: readonly Suggestion[]
}

/** What a viewer wants the AI to do. Untrusted, but cleaned. */
export interface Suggestion {
  readonly id: number
  readonly platform: Platform
  /** Who suggested it first. */
  readonly userName: string
  /** One line. */
  readonly text: string
  /** How many viewers suggested the same. */
  readonly count: number
  /** The streamer sent it to the AI. */
  readonly isSent: boolean
  /** ISO 8601. */
  readonly at: string
}

/** A suggestion that the streamer sent to the AI. Untrusted, but cleaned. */
export interface SentSuggestion extends Pick<Suggestion, 'id' | 'platform' | 'userName' | 'text' | 'count'> {
  /** ISO 8601. */
  readonly sentAt: string
}

export const suggestionLimits = { text: 200, kept: 50, sent: 20 } as const
