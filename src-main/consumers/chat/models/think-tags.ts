/**
 * Think tags: the thinking that some models write into their text, as `<think>…</think>` at its beginning.
 *
 * Enforces invariant 5: only the tag that begins the text opens thinking, and it opens once. Any other tag is the
 * model's own text and is removed, so a model that repeats what a player wrote neither hides nor imitates thinking.
 */
import type { LanguageModelMiddleware } from 'ai'

const opening = '<think>'
const closing = '</think>'
const tags = [opening, closing]

interface Split {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

export class ThinkTags {
  #state: 'start' | 'reasoning' | 'text' = 'start'
  /** A part that may be the beginning of a tag. */
  #rest = ''

  add(piece: string): Split[] {
    this.#rest += piece
    const parts: Split[] = []
    while (this.#rest !== '') {
      if (this.#state === 'start' && !this.#start()) break
      const kind = this.#state === 'reasoning' ? 'reasoning' : 'text'
      const next = nextTag(this.#rest, kind === 'reasoning' ? [closing] : tags)
      if (next.at > 0) parts.push({ kind, text: this.#rest.slice(0, next.at) })
      this.#rest = this.#rest.slice(next.at + (next.tag?.length ?? 0))
      if (!next.tag) break
      this.#state = 'text'
    }
    return parts
  }

  /** @returns the rest, which is no tag */
  end(): Split[] {
    const text = this.#rest
    this.#rest = ''
    return text === '' ? [] : [{ kind: this.#state === 'reasoning' ? 'reasoning' : 'text', text }]
  }

  /** @returns false while the text may still begin with the tag */
  #start(): boolean {
    const text = this.#rest.trimStart()
    if (text.length < opening.length && opening.startsWith(text.toLowerCase())) return false
    const isThinking = text.slice(0, opening.length).toLowerCase() === opening
    if (isThinking) this.#rest = text.slice(opening.length)
    this.#state = isThinking ? 'reasoning' : 'text'
    return this.#rest !== ''
  }
}

/** The first of the tags, or where the end of the text may be the beginning of one. */
function nextTag(text: string, wanted: readonly string[]): { readonly at: number; readonly tag?: string } {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    const tag = wanted.find((one) => lower.startsWith(one, at))
    if (tag) return { at, tag }
    const end = lower.slice(at, at + closing.length)
    if (at + end.length === lower.length && wanted.some((one) => one.startsWith(end))) return { at }
  }
  return { at: text.length }
}

export const extractThinking: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    type StreamPart = typeof stream extends ReadableStream<infer One> ? One : never
    const texts = new Map<string, ThinkTags>()
    let count = 0
    let open: string | undefined
    const split = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        const send = (id: string, parts: readonly Split[]): void => {
          for (const { kind, text } of parts) {
            if (kind === 'reasoning' && open === undefined) {
              open = `think-${count++}`
              controller.enqueue({ type: 'reasoning-start', id: open })
            }
            if (kind === 'reasoning' && open !== undefined)
              controller.enqueue({ type: 'reasoning-delta', id: open, delta: text })
            else {
              endReasoning()
              controller.enqueue({ type: 'text-delta', id, delta: text })
            }
          }
        }
        const endReasoning = (): void => {
          if (open !== undefined) controller.enqueue({ type: 'reasoning-end', id: open })
          open = undefined
        }
        if (part.type === 'text-delta') {
          const tagsOfText = texts.get(part.id) ?? new ThinkTags()
          texts.set(part.id, tagsOfText)
          return send(part.id, tagsOfText.add(part.delta))
        }
        if (part.type === 'text-end') {
          send(part.id, texts.get(part.id)?.end() ?? [])
          endReasoning()
          texts.delete(part.id)
        }
        controller.enqueue(part)
      },
    })
    return { stream: stream.pipeThrough(split), ...rest }
  },
}
