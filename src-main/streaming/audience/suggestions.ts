/**
 * Suggestions: what viewers want the AI to do, for the streamer to read.
 *
 * Guards invariants 5 and 7: a viewer's text is cleaned to one line and bounded, as is how much there is of it. Nothing
 * here reaches a model: the streamer sends or copies one by a click, and it is marked as the text of others then. All are
 * forgotten at the end of the day.
 */
import {
  type AudienceMessage,
  type SentSuggestion,
  type Suggestion,
  suggestionLimits,
} from '@shared/streaming/audience.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { fenced } from '../../policy/text/untrusted-fence.js'
import { cleanLine, plainName } from '../../policy/text/untrusted-text.js'

/** Milliseconds between two suggestions of one viewer. */
const pauseMs = 30_000
/** Viewers that are remembered for it, and for who suggested the same. */
const rememberedViewers = 8_192

interface Kept extends Suggestion {
  readonly viewers: Set<string>
}

export interface SuggestionsOptions {
  readonly clock: Clock
  readonly settings: () => { readonly enabled: boolean; readonly word: string }
  readonly newMark: () => string
  /** What models may read. */
  readonly sent: {
    send(suggestion: SentSuggestion): void
    remove(id: number): void
    clear(): void
  }
}

export class Suggestions {
  readonly #options: SuggestionsOptions
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  /** By the text without case, oldest first. */
  readonly #kept = new Map<string, Kept>()
  /** Viewer → milliseconds of the monotonic clock. */
  readonly #lastOf = new Map<string, number>()
  #lastId = 0
  #cancelDay = (): void => {}

  constructor(options: SuggestionsOptions) {
    this.#options = options
  }

  /** Newest first. */
  list(): readonly Suggestion[] {
    return [...this.#kept.values()].map(({ viewers: _, ...suggestion }) => suggestion).reverse()
  }

  receive({ platform, userId, userName, text }: AudienceMessage): void {
    const { clock, settings } = this.#options
    const { enabled, word } = settings()
    if (!enabled) return
    const said = suggestionIn(text, word)
    if (said === '') return
    const viewer = `${platform} ${userId}`
    const now = clock.elapsed()
    const last = this.#lastOf.get(viewer)
    if (last !== undefined && now - last < pauseMs) return
    this.#lastOf.delete(viewer)
    this.#lastOf.set(viewer, now)
    dropOldest(this.#lastOf, rememberedViewers)
    const key = said.toLowerCase()
    const known = this.#kept.get(key)
    if (known) this.#count(key, known, viewer)
    else this.#add(key, { platform, viewer, said, userName })
    this.#onDidChange.emit()
  }

  dismiss(id: number): void {
    const [key] = this.#find(id) ?? []
    if (key === undefined) return
    this.#kept.delete(key)
    this.#options.sent.remove(id)
    this.#onDidChange.emit()
  }

  /** @returns the text for a model; undefined when there is no such suggestion any more */
  textOf(id: number): string | undefined {
    const [, suggestion] = this.#find(id) ?? []
    return suggestion && fenced('a suggestion of a viewer', suggestion.text, this.#options.newMark)
  }

  /** @returns false when there is no such suggestion any more */
  send(id: number): boolean {
    const [key, suggestion] = this.#find(id) ?? []
    if (key === undefined || !suggestion) return false
    const { clock, sent } = this.#options
    const { platform, userName, text, count } = suggestion
    sent.send({ id, platform, userName, text, count, sentAt: clock.now().toISOString() })
    this.#kept.set(key, { ...suggestion, isSent: true })
    this.#onDidChange.emit()
    return true
  }

  clear(): void {
    this.#cancelDay()
    this.#cancelDay = () => {}
    this.#lastOf.clear()
    this.#options.sent.clear()
    if (this.#kept.size === 0) return
    this.#kept.clear()
    this.#onDidChange.emit()
  }

  #count(key: string, known: Kept, viewer: string): void {
    if (known.viewers.size < rememberedViewers) known.viewers.add(viewer)
    this.#kept.set(key, { ...known, count: known.viewers.size })
  }

  #add(
    key: string,
    {
      platform,
      viewer,
      said,
      userName,
    }: { readonly viewer: string; readonly said: string } & Pick<Suggestion, 'platform' | 'userName'>,
  ): void {
    const { clock } = this.#options
    if (this.#kept.size === 0) this.#forgetAtMidnight()
    this.#lastId += 1
    this.#kept.set(key, {
      id: this.#lastId,
      platform,
      userName: plainName(userName),
      text: said,
      count: 1,
      isSent: false,
      at: clock.now().toISOString(),
      viewers: new Set([viewer]),
    })
    dropOldest(this.#kept, suggestionLimits.kept)
  }

  #forgetAtMidnight(): void {
    const { clock } = this.#options
    const now = clock.now()
    const midnight = new Date(now)
    midnight.setHours(24, 0, 0, 0)
    this.#cancelDay()
    this.#cancelDay = clock.after(midnight.getTime() - now.getTime(), () => this.clear())
  }

  #find(id: number): [string, Kept] | undefined {
    return [...this.#kept].find(([, suggestion]) => suggestion.id === id)
  }
}

/** The text after the word, cleaned; empty when it is no suggestion. */
export function suggestionIn(text: string, word: string): string {
  const start = text.slice(0, word.length)
  const rest = text.slice(word.length)
  if (word === '' || start.toLowerCase() !== word.toLowerCase() || !/^\s/u.test(rest)) return ''
  return cleanLine(rest, suggestionLimits.text)
}

function dropOldest(map: Map<unknown, unknown>, most: number): void {
  if (map.size > most) map.delete(map.keys().next().value)
}
