/** Compose streaming: what a streamer connects: the chat of viewers, what listens to it, and OBS. */
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Audience } from '../streaming/audience/audience.js'
import { type ComposedAudience, composeAudience } from './audience.js'
import { type ComposedObs, type ComposeObsOptions, composeObs } from './obs.js'

export interface ComposeStreamingOptions extends Omit<ComposeObsOptions, 'secrets'> {
  /** Default: in memory. */
  readonly secrets?: SecretStore
}

export interface ComposedStreaming {
  readonly audience: Audience
  /** Where the audience comes from. */
  readonly sources: ComposedAudience
  readonly obs: ComposedObs
  stop(): Promise<void>
}

export function composeStreaming({ secrets = memorySecrets(), ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const sources = composeAudience({ ...parts, secrets })
  const obs = composeObs({ ...parts, secrets })
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
