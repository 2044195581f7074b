/** Compose streaming: what a streamer connects: the chat of viewers, and what listens to it. */
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { Audience } from '../streaming/audience/audience.js'
import { type ComposedAudience, composeAudience } from './audience.js'

export interface ComposeStreamingOptions {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  /** Default: in memory. */
  readonly secrets?: SecretStore
}

export interface ComposedStreaming {
  readonly audience: Audience
  /** Where the audience comes from. */
  readonly sources: ComposedAudience
  stop(): Promise<void>
}

export function composeStreaming({ secrets = memorySecrets(), ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const sources = composeAudience({ ...parts, secrets })
  return {
    audience: sources.audience,
    sources,
    async stop() {
      sources.stop()
    },
  }
}
