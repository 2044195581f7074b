/**
 * Audience: the chat of all sources as one.
 *
 * Guards invariants 6 and 7: a line counts once, whichever source repeats it, and only when a viewer of this channel
 * wrote it: a program that writes in the chat is no viewer, whichever source reads its line.
 */
import { type AudienceMessage, audienceLimits, type SourceState } from '@shared/streaming/audience.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { AudienceSource } from '../ports.js'
import { RecentIds } from '../recent-ids.js'

/** Ids of lines that are remembered, to know a repeat: more than a minute at 1,000 lines a second. */
const rememberedLines = 65_536

export class Audience {
  readonly #sources = new Map<AudienceSource, readonly (() => void)[]>()
  readonly #seen = new RecentIds(rememberedLines)
  readonly #onDidReceive = new Emitter<AudienceMessage>()
  readonly #onDidChange = new Emitter<void>()
  /** What viewers write, each line once. */
  readonly onDidReceive = this.#onDidReceive.on
  /** A source was added or removed, or its state changed. */
  readonly onDidChange = this.#onDidChange.on

  /** Returns the function that removes the source. */
  add(source: AudienceSource): () => void {
    const ends = [
      source.onDidReceive((message) => this.#receive(message)),
      source.onDidChange(() => this.#onDidChange.emit()),
    ]
    this.#sources.set(source, ends)
    this.#onDidChange.emit()
    return () => {
      for (const end of ends) end()
      if (this.#sources.delete(source)) this.#onDidChange.emit()
    }
  }

  get states(): readonly SourceState[] {
    return [...this.#sources.keys()].map(({ state }) => state)
  }

  /** Whether a viewer can be received now. */
  get isOnline(): boolean {
    return this.states.some(({ kind }) => kind === 'online')
  }

  /** Polls of a source that is online. */
  get polls(): AudienceSource['polls'] {
    return [...this.#sources.keys()].find(({ state, polls }) => state.kind === 'online' && polls)?.polls
  }

  #receive(message: AudienceMessage): void {
    const { id, platform, userId, userName, text, author, isFromElsewhere } = message
    if (author !== 'viewer' || isFromElsewhere || userId === '') return
    if (userId.length > audienceLimits.id || id.length > audienceLimits.id) return
    for (const source of this.#sources.keys()) if (source.isOwn?.(message)) return
    if (!this.#seen.add(`${platform} ${id}`)) return
    this.#onDidReceive.emit({
      ...message,
      userName: userName.slice(0, audienceLimits.name),
      text: text.slice(0, audienceLimits.text),
    })
  }
}
