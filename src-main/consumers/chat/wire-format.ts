/**
 * Wire format: an answer as pieces for outside programs. Specification 4, section "LLM集成消息格式".
 *
 * Enforces invariant 5: only we write the marks around thinking. A mark in the model's own text becomes a space, also when
 * it comes in parts.
 */
import { type ChatPiece, thinkMarks } from '../../contract/chat.js'

const marks = [thinkMarks.start, thinkMarks.end]

export class WireFormat {
  readonly #send: (piece: ChatPiece) => void
  readonly #content = new MarkFilter()
  readonly #reasoning = new MarkFilter()
  #isThinking = false

  constructor(send: (piece: ChatPiece) => void) {
    this.#send = send
  }

  content(text: string): void {
    this.#endThinking()
    this.#write('content', this.#content.add(text))
  }

  reasoning(text: string): void {
    if (!this.#isThinking) this.#send({ type: 'reasoning', content: thinkMarks.start })
    this.#isThinking = true
    this.#write('reasoning', this.#reasoning.add(text))
  }

  error(message: string): void {
    this.end()
    this.#send({ type: 'error', content: message })
  }

  end(): void {
    this.#endThinking()
    this.#write('content', this.#content.end())
  }

  #endThinking(): void {
    if (!this.#isThinking) return
    this.#write('reasoning', this.#reasoning.end())
    this.#isThinking = false
    this.#send({ type: 'reasoning', content: thinkMarks.end })
  }

  #write(type: 'content' | 'reasoning', content: string): void {
    if (content !== '') this.#send({ type, content })
  }
}

/** Replaces marks in a text that comes in pieces. */
class MarkFilter {
  /** The end of the text so far, where it may be the beginning of a mark. */
  #held = ''

  add(piece: string): string {
    let text = this.#held + piece
    // A space, because what is left on both sides of a mark could be one itself.
    for (const mark of marks) text = text.replaceAll(mark, ' ')
    const bar = text.lastIndexOf('|')
    const from = bar >= 0 && marks.some((mark) => mark.startsWith(text.slice(bar))) ? bar : text.length
    this.#held = text.slice(from)
    return text.slice(0, from)
  }

  end(): string {
    const held = this.#held
    this.#held = ''
    return held
  }
}
