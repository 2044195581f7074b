/**
 * Wire format: an answer in pieces for programs. See docs/protocol.md#chat-pieces.
 *
 * Enforces invariant 5: only Gatehouse writes the marks around thinking. In the model's text, a bar that would
 * complete a mark is replaced by a space, also across pieces, around a removed mark, and next to one of ours.
 */
import { type ChatPiece, thinkMarks } from '@shared/features/chat.js'

/** Marks without their last bar. */
const openMarks = [thinkMarks.start, thinkMarks.end].map((mark) => mark.slice(0, -1))
const longest = Math.max(...openMarks.map(({ length }) => length))

type StreamKind = 'content' | 'reasoning'

export class WireFormat {
  readonly #send: (piece: ChatPiece) => void
  /** Programs join all pieces, or those of one type. */
  readonly #tails: Readonly<Record<StreamKind | 'all', Tail>> = {
    all: new Tail(),
    content: new Tail(),
    reasoning: new Tail(),
  }
  #isThinking = false

  constructor(send: (piece: ChatPiece) => void) {
    this.#send = send
  }

  content(text: string): void {
    this.#endThinking()
    this.#write('content', text)
  }

  reasoning(text: string): void {
    if (!this.#isThinking) this.#mark(thinkMarks.start)
    this.#isThinking = true
    this.#write('reasoning', text)
  }

  error(message: string): void {
    this.end()
    this.#send({ type: 'error', content: message })
  }

  end(): void {
    this.#endThinking()
  }

  #endThinking(): void {
    if (!this.#isThinking) return
    this.#isThinking = false
    this.#mark(thinkMarks.end)
  }

  /** Our bar must not complete a mark of the model's either. */
  #mark(mark: string): void {
    const content = this.#isCompletedByBar('reasoning') ? ` ${mark}` : mark
    this.#note('reasoning', content)
    this.#send({ type: 'reasoning', content })
  }

  #write(type: StreamKind, text: string): void {
    let content = ''
    for (const part of text.split(/(?=\|)/u)) {
      const safe = part.startsWith('|') && this.#isCompletedByBar(type) ? ` ${part.slice(1)}` : part
      this.#note(type, safe)
      content += safe
    }
    if (content !== '') this.#send({ type, content })
  }

  #isCompletedByBar(type: StreamKind): boolean {
    return this.#tails.all.isCompletedByBar() || this.#tails[type].isCompletedByBar()
  }

  #note(type: StreamKind, text: string): void {
    this.#tails.all.add(text)
    this.#tails[type].add(text)
  }
}

/** The last characters sent. */
class Tail {
  #text = ''

  add(text: string): void {
    this.#text = (this.#text + text.slice(-longest)).slice(-longest)
  }

  isCompletedByBar(): boolean {
    return openMarks.some((mark) => this.#text.endsWith(mark))
  }
}
