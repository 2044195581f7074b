/**
 * Chat lines: a model's streamed text as lines that fit a chat window.
 *
 * Enforces invariant 5: a model's text is untrusted in the game too. Control and invisible characters and `§` codes are
 * removed before the text is split, so no line ends inside a character or a code. The same text gives the same lines,
 * whatever its pieces are.
 */

/** Limits of one line of chat. A Chinese character is two columns wide; Bedrock counts the bytes of the command. */
export const lineLimits = { columns: 120, bytes: 240 } as const

/** Characters that end a sentence when a space or the end of the text follows. */
const sentenceEnds = new Set(['.', '!', '?', '…'])
/** Characters that always end a sentence. */
const wideEnds = new Set(['。', '！', '？'])
/** Characters that belong to the sentence before them. */
const closing = new Set(['"', "'", ')', ']', '”', '’', '」', '』', '）', '*'])
const continues = new Set([...wideEnds, ...closing])

const isInvisible = (character: string): boolean =>
  /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Variation_Selector}\u2028\u2029\u115F\u1160\u3164\uFFA0]$/u.test(
    character,
  )

const isWide = (character: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF01-\uFF60]$/u.test(
    character,
  )

const isFormatCode = (character: string): boolean => /^[0-9a-z]$/iu.test(character)

interface Size {
  readonly columns: number
  readonly bytes: number
}

function sizeOf(grapheme: string): Size {
  let columns = 0
  for (const character of grapheme) columns = Math.max(columns, isWide(character) ? 2 : 1)
  return { columns, bytes: Buffer.byteLength(grapheme) }
}

/** Made at its first use: that takes 10 ms. */
let graphemes: Intl.Segmenter | undefined

export class ChatLines {
  /** Cleaned text that is not yet part of a line. */
  #waiting = ''
  /** High surrogate whose low surrogate is in the next piece. */
  #half = ''
  #isAfterSection = false

  /** Adds a piece of the text. @returns the lines that are complete now */
  add(piece: string): string[] {
    const text = this.#half + piece
    const isCut = endsInHighSurrogate(text)
    this.#half = isCut ? text.slice(-1) : ''
    this.#waiting += this.#clean(isCut ? text.slice(0, -1) : text)
    return this.#take(false)
  }

  /** @returns the rest */
  end(): string[] {
    this.#half = ''
    return this.#take(true)
  }

  #clean(text: string): string {
    let clean = ''
    for (const character of text) {
      if (character === '§') {
        this.#isAfterSection = true
        continue
      }
      const isCode = this.#isAfterSection && isFormatCode(character)
      this.#isAfterSection = false
      if (isCode) continue
      if (character === '\t') clean += ' '
      else if (character === '\n' || !isInvisible(character)) clean += character
    }
    return clean
  }

  #take(isEnd: boolean): string[] {
    const lines: string[] = []
    for (;;) {
      this.#waiting = this.#waiting.replace(/^\s+/u, '')
      const end = nextEnd(this.#waiting, isEnd)
      if (end === undefined) return lines
      const line = this.#waiting.slice(0, end).trimEnd()
      this.#waiting = this.#waiting.slice(end)
      if (line !== '') lines.push(line)
    }
  }
}

const endsInHighSurrogate = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

/** The end of the first line of the text; undefined when more text may belong to it, or the text is empty. */
function nextEnd(text: string, isEnd: boolean): number | undefined {
  let columns = 0
  let bytes = 0
  let lastSpace = 0
  let before = ''
  let isSentenceOver = false
  let isWideOver = false
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment, index } of graphemes.segment(text.slice(0, 4 * lineLimits.bytes))) {
    if (segment.includes('\n')) return index + segment.length
    if (isSentenceOver && /^\s/u.test(segment)) return index
    const size = sizeOf(segment)
    columns += size.columns
    bytes += size.bytes
    if (columns > lineLimits.columns || bytes > lineLimits.bytes) return lastSpace || index || maxStart(segment)
    if (segment === ' ') lastSpace = index
    const next = index + segment.length
    isWideOver = wideEnds.has(segment) || (isWideOver && closing.has(segment))
    if (isWideOver && next < text.length && !continues.has(text.charAt(next))) return next
    // A number such as "1." begins an item of a list.
    const endsSentence = sentenceEnds.has(segment) && !(segment === '.' && /^\d$/u.test(before))
    isSentenceOver = endsSentence || (isSentenceOver && closing.has(segment))
    before = segment
  }
  return isEnd && text !== '' ? text.length : undefined
}

/** The length of the part of an oversized grapheme that fits into a line. */
function maxStart(grapheme: string): number {
  let bytes = 0
  let end = 0
  for (const character of grapheme) {
    bytes += Buffer.byteLength(character)
    if (bytes > lineLimits.bytes && end > 0) break
    end += character.length
  }
  return end
}
