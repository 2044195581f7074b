/** Compose streaming: what a streamer connects: the chat of viewers, what listens to it, OBS, and a Stream Deck. */
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Audience } from '../streaming/audience/audience.js'
import { type ComposedAudience, composeAudience } from './audience.js'
import { type ComposeDeckOptions, type ComposedDeck, composeDeck } from './deck.js'
import { type ComposedObs, type ComposeObsOptions, composeObs } from './obs.js'

type Given = Omit<ComposeObsOptions & ComposeDeckOptions, 'secrets' | 'markRecording'>

export interface ComposeStreamingOptions extends Given {
  /** Default: in memory. */
  readonly secrets?: SecretStore
}

export interface ComposedStreaming {
  readonly audience: Audience
  /** Where the audience comes from. */
  readonly sources: ComposedAudience
  readonly obs: ComposedObs
  readonly deck: ComposedDeck
  stop(): Promise<void>
}

export function composeStreaming({ secrets = memorySecrets(), ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const sources = composeAudience({ ...parts, secrets })
  const obs = composeObs({ ...parts, secrets })
  const deck = composeDeck({ ...parts, secrets, markRecording: () => obs.obs.mark() })
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
