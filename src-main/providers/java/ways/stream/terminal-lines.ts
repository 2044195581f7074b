/**
 * Terminal lines: the output of a terminal as lines of text, whatever the pieces it comes in.
 *
 * A terminal redraws: what a carriage return stands between are lines of their own. Codes that move the cursor or erase
 * are dropped. Colours inside a line stay, because a coloured name proves no author (`log/chat-line.ts`).
 */

/** Maximum characters of a line. The rest is dropped. */
const maxLine = 65_536

/** Maximum times that one line is drawn again; earlier ones are dropped. */
const mostRedrawn = 200

const escapeCharacter = '\u001b'
const bell = '\u0007'
const erasesLine = `${escapeCharacter}[K`

export class TerminalLines {
  #open = ''
  #isSkipping = false

  /** The lines that this piece completes. */
  push(piece: string): string[] {
    const end = this.#isSkipping ? piece.indexOf('\n') : -1
    if (this.#isSkipping && end < 0) return []
    this.#isSkipping = false
    const parts = piece.slice(end + 1).split('\n')
    const last = parts.pop() ?? ''
    const lines = parts.flatMap((part) => {
      const line = this.#open + part.slice(0, Math.max(0, maxLine - this.#open.length))
      this.#open = ''
      return drawnLines(line)
    })
    this.#open += last.slice(0, Math.max(0, maxLine - this.#open.length))
    return lines
  }

  /** Forgets an unfinished line: what comes next is another stream. */
  clear(): void {
    this.#open = ''
    this.#isSkipping = false
  }

  /** Something was lost: what follows up to the next line feed is the end of a line, and could look like a whole one. */
  skip(): void {
    this.#open = ''
    this.#isSkipping = true
  }
}

function drawnLines(line: string): string[] {
  const parts = line.split('\r').slice(-mostRedrawn)
  // What stood behind the prompt while a command was typed, and is erased.
  const isErased = (text: string, index: number) => text.startsWith('>') && parts[index + 1]?.startsWith(erasesLine)
  const drawn = parts.map(cleanLine).filter((text, index) => !isErased(text, index))
  const shown = drawn.filter((part) => part !== '')
  return shown.length > 0 ? shown : ['']
}

/** Without codes of a terminal, except colours between two characters, and without other control characters. */
function cleanLine(line: string): string {
  let text = ''
  let colours = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === escapeCharacter) {
      const end = endOfCode(line, at + 1)
      const code = line.slice(at, end)
      if (code.startsWith(`${escapeCharacter}[`) && code.endsWith('m') && text !== '') colours += code
      at = end - 1
      continue
    }
    if (character < ' ' ? character !== '\t' : character === '\u007f') continue
    text += colours + character
    colours = ''
  }
  return text
}

/** @param at behind the escape character */
function endOfCode(line: string, at: number): number {
  const kind = line[at]
  if (kind === '[') {
    let end = at + 1
    while (end < line.length && (line[end] ?? '') >= ' ' && (line[end] ?? '') < '@') end += 1
    return end + 1
  }
  if (kind === ']') {
    let end = at + 1
    while (end < line.length && line[end] !== bell && line[end] !== escapeCharacter) end += 1
    return line[end] === escapeCharacter ? end + 2 : end + 1
  }
  return at + 1
}

/** Without the colours that `TerminalLines` leaves. */
export function withoutColours(line: string): string {
  const [first = '', ...parts] = line.split(escapeCharacter)
  return first + parts.map((part) => part.slice(endOfCode(part, 0))).join('')
}

/** Without the prompts of a console at the start of a line. */
export function withoutPrompt(line: string): string {
  let at = 0
  while (line[at] === '>' && (line[at + 1] === ' ' || line[at + 1] === '>' || at + 1 === line.length)) {
    at += line[at + 1] === ' ' ? 2 : 1
  }
  return line.slice(at)
}
