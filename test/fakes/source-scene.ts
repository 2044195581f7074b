/** Source scene: a source of chat, what it says and receives, and conditions to wait for. */
import type { AudienceMessage, SourceState } from '../../src-main/shared/streaming/audience.js'
import type { AudienceSource } from '../../src-main/streaming/ports.js'

export interface SourceScene {
  readonly states: SourceState[]
  readonly received: AudienceMessage[]
  /** Resolves when the state fits, at once when it does already. */
  until(fits: (state: SourceState) => boolean): Promise<SourceState>
  /** Resolves when so many lines came. */
  lines(count: number): Promise<readonly AudienceMessage[]>
}

export function sceneOf(source: AudienceSource): SourceScene {
  const states: SourceState[] = []
  const received: AudienceMessage[] = []
  source.onDidChange((state) => void states.push(state))
  source.onDidReceive((message) => void received.push(message))
  return {
    states,
    received,
    until(fits) {
      if (fits(source.state)) return Promise.resolve(source.state)
      return new Promise((resolve) => {
        const end = source.onDidChange((state) => {
          if (!fits(state)) return
          end()
          resolve(state)
        })
      })
    },
    lines(count) {
      if (received.length >= count) return Promise.resolve(received)
      return new Promise((resolve) => {
        const end = source.onDidReceive(() => {
          if (received.length < count) return
          end()
          resolve(received)
        })
      })
    },
  }
}
