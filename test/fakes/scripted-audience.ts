/** Scripted audience: a source of chat whose viewers write what a test says. */
import type { AudienceMessage, SourceState } from '@shared/streaming/audience.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import type { Clock } from '../../src-main/gateway/ports/runtime.js'
import type { AudienceSource, NativePolls } from '../../src-main/streaming/ports.js'

export class ScriptedAudience implements AudienceSource {
  readonly #clock: Clock
  readonly #received = new Emitter<AudienceMessage>()
  readonly #changed = new Emitter<SourceState>()
  readonly onDidReceive = this.#received.on
  readonly onDidChange = this.#changed.on
  state: SourceState = { id: 'streamer-bot', kind: 'online', channels: [], hasPolls: false }
  polls?: NativePolls
  #lines = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A viewer writes a line; `part` replaces what is usual. */
  write(userId: string, text: string, part: Partial<AudienceMessage> = {}): void {
    this.#received.emit({
      id: `line-${this.#lines++}`,
      platform: 'twitch',
      userId,
      userName: `name of ${userId}`,
      text,
      sentAt: this.#clock.now().getTime(),
      author: 'viewer',
      ...part,
    })
  }

  go(kind: 'online' | 'off'): void {
    this.state =
      kind === 'off' ? { id: 'streamer-bot', kind } : { id: 'streamer-bot', kind, channels: [], hasPolls: false }
    this.#changed.emit(this.state)
  }
}
