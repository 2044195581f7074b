/** Compose streaming: what a streamer connects: the chat of viewers, what listens to it, OBS, and a Stream Deck. */
import type { Audience } from '../streaming/audience/audience.js'
import type { ComposedAudience } from './audience.js'
import { type ComposeDeckOptions, type ComposedDeck, composeDeck } from './deck.js'
import { type ComposedObs, type ComposeObsOptions, composeObs } from './obs.js'

type Given = ComposeObsOptions & Omit<ComposeDeckOptions, 'markRecording' | 'startVote'>

export interface ComposeStreamingOptions extends Given {
  readonly sources: ComposedAudience
}

export interface ComposedStreaming {
  readonly audience: Audience
  /** Where the audience comes from, and its votes. */
  readonly sources: ComposedAudience
  readonly obs: ComposedObs
  readonly deck: ComposedDeck
  stop(): Promise<void>
}

export function composeStreaming({ sources, ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const obs = composeObs(parts)
  const deck = composeDeck({
    ...parts,
    markRecording: () => obs.obs.mark(),
    startVote: (startedBy) => sources.votes.startOldest(startedBy),
  })
  return {
    audience: sources.audience,
    sources,
    obs,
    deck,
    async stop() {
      sources.stop()
      await Promise.all([obs.stop(), deck.stop()])
    },
  }
}
