/** Compose streaming: what a streamer connects: the chat of viewers, and what listens to it. */
import { Audience } from '../streaming/audience/audience.js'

export interface ComposedStreaming {
  readonly audience: Audience
  stop(): Promise<void>
}

export function composeStreaming(): ComposedStreaming {
  return {
    audience: new Audience(),
    async stop() {},
  }
}
