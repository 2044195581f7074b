/** Compose streaming: what a streamer connects: the chat of viewers, what listens to it, and OBS. */
import type { Audience } from '../streaming/audience/audience.js'
import type { ComposedAudience } from './audience.js'
import { type ComposedObs, type ComposeObsOptions, composeObs } from './obs.js'

export interface ComposeStreamingOptions extends ComposeObsOptions {
  readonly sources: ComposedAudience
}

export interface ComposedStreaming {
  readonly audience: Audience
  /** Where the audience comes from, and its votes. */
  readonly sources: ComposedAudience
  readonly obs: ComposedObs
  stop(): Promise<void>
}

export function composeStreaming({ sources, ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const obs = composeObs(parts)
  return {
    audience: sources.audience,
    sources,
    obs,
    async stop() {
      sources.stop()
      await obs.stop()
    },
  }
}
