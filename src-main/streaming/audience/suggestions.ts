/**
 * Suggestions: what viewers want the AI to do, for the streamer to read.
 *
 * Guards invariants 5 and 7: a viewer's text is cleaned to one line and bounded, as is how much there is of it. Nothing
 * here reaches a model: the streamer sends one by a click, and it is marked as the text of others then. All are forgotten
 * at the end of the day.
 */
import { type AudienceMessage, type Suggestion, suggestionLimits } from '@shared/streaming/audience.js'
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
}

export class Suggestions {
  readonly #options: SuggestionsOptions
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidSend = new Emitter<string>()
  readonly onDidChange = this.#onDidChange.on
  /** A text for a model, marked as the text of others. */
  readonly onDidSend = this.#onDidSend.on
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
    const key = this.#keyOf(id)
    if (key !== undefined && this.#kept.delete(key)) this.#onDidChange.emit()
  }

  /** @returns the text for a model; undefined when there is no such suggestion any more */
  send(id: number): string | undefined {
    const key = this.#keyOf(id)
    const suggestion = key === undefined ? undefined : this.#kept.get(key)
    if (key === undefined || !suggestion) return undefined
    this.#kept.set(key, { ...suggestion, isSent: true })
    const text = fenced('a suggestion of a viewer', suggestion.text, this.#options.newMark)
    this.#onDidSend.emit(text)
    this.#onDidChange.emit()
    return text
  }

  clear(): void {
    this.#cancelDay()
    this.#cancelDay = () => {}
    this.#lastOf.clear()
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

  #keyOf(id: number): string | undefined {
    return [...this.#kept].find(([, suggestion]) => suggestion.id === id)?.[0]
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
