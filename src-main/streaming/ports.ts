/** Ports of streaming: where the chat of viewers comes from, and polls that a platform holds itself. */
import type { AudienceMessage, Platform, SourceState } from '@shared/streaming/audience.js'
import type { Subscribe } from '../gateway/ports/emitter.js'

/** A connection to the chat of one or several platforms. It reads; it writes nothing in a chat. */
export interface AudienceSource {
  readonly state: SourceState
  readonly onDidChange: Subscribe<SourceState>
  /** Bounded, and cleaned of nothing yet. A repeat may come. */
  readonly onDidReceive: Subscribe<AudienceMessage>
  /** Whether it knows the account as the streamer's, or as one that a program writes with. */
  isOwn?(account: Pick<AudienceMessage, 'platform' | 'userId'>): boolean
  /** Absent where the platform, or the account, has none. */
  readonly polls?: NativePolls | undefined
}

/** Polls that a platform shows and counts by itself, one at a time. */
export interface NativePolls {
  readonly platform: Platform
  /**
   * @param poll title at most 60 characters, 2 to 5 choices of at most 25, 15 to 1,800 seconds
   * @throws GatewayError when the platform refuses it, for example because another poll runs
   */
  start(poll: {
    readonly title: string
    readonly choices: readonly string[]
    readonly seconds: number
  }): Promise<RunningPoll>
}

export interface RunningPoll {
  /** Votes of each choice, in the order of the choices. */
  readonly onDidCount: Subscribe<readonly number[]>
  /** `lost`: nothing says how it ended. */
  readonly ended: Promise<{ readonly kind: 'completed' | 'ended' | 'lost'; readonly votes: readonly number[] }>
  /** Ends it now; never throws. */
  end(): Promise<void>
}
