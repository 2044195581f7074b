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
      /** `password`: none or a wrong one. `signed-out`: the platform ended the sign-in, or the person did. */
      readonly why: 'unreachable' | 'password' | 'signed-out' | 'not-this-program' | 'limit'
      /** Whether it is tried again by itself. */
      readonly retries: boolean
    }
