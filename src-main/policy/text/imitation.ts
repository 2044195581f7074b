/**
 * Imitation: whether a text for players looks like a message of Gatehouse, whose mark is `[Gatehouse]`.
 *
 * Enforces invariant 5: only Gatehouse writes its mark, asks for an answer such as `#approve 4821` or
 * `/trigger gatehouse set 4821`, and sets or reads the number of a player. Other scripts, digits, small capitals, invisible
 * letters, signs between the letters and a text in several components hide nothing.
 * The plain word, as in "Gatehouse is a program" or "the gatehouse of the castle", is no imitation, nor is `#link` in a
 * sentence. The refusal of an action and the risk rule `imitates` are both this function.
 */
import { normalized } from './normalized-text.js'
import { decoded, maxQuotings, shownText } from './text-components.js'

/** Characters of one text that are read; longer texts are not for players. */
const maxLength = 32_768

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u0000ʏᴢ'
const firstLetter = 'a'.charCodeAt(0)
/** First code points of alphabets that Unicode does not decompose: negative circled, negative squared, flags. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]
const digits: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', '@': 'a', $: 's' }

/** Characters that `letterOf` may change. */
const otherLetters = /[ᴀ-ᴢʙꜰꜱꞯʀɢʜɪʟɴʏ\u{1f150}-\u{1f1ff}]/gu

function letterOf(character: string): string {
  const small = smallCapitals.indexOf(character)
  if (small >= 0) return String.fromCharCode(firstLetter + small)
  const point = character.codePointAt(0) ?? 0
  const first = alphabets.find((start) => point >= start && point < start + 26)
  return first === undefined ? character : String.fromCharCode(firstLetter + point - first)
}

const name = 'gatehouse'
/** Signs between two letters of the name. */
const maxGap = 3
/** The letter before which a gap hides nothing: "gate house". */
const secondWord = 4
const letterOrDigit = /[\p{L}\p{N}]/u
/** The word in usual letters. */
const plainName = /gate[^\p{L}\p{N}]{0,3}house/giu
/** Signs that make a mark of the name: brackets, arrows and ornaments, but none of a sentence, a path or an id. */
const signBefore = /(?![(“‘])[\p{Ps}\p{Pi}\p{Sm}\p{So}|*]/u
const signAfter = /(?![)”’])[\p{Pe}\p{Pf}\p{Sm}\p{So}|*]/u
const answer = /# {0,3}(approve|deny|link|同意|批准|拒绝|拒絕|绑定|綁定)(?!\p{Script=Latin})/gu
/** The answer by number. */
const triggered = /trigger {1,3}gatehouse(?![\p{L}\p{N}_])/u
/** What sets the number of a player, at any distance before the objective; selectors between them may be long. */
const settingScore = /(?:(?:store (?:result|success)|if|unless) score|scoreboard) /u
const objective = / gatehouse(?![\p{L}\p{N}_])/u
/** Scores in a selector or a predicate, and one of them. */
const scores = /scores["']? ?[=:] ?\{/u
const namedScore = /[{,] ?["']?gatehouse["']? ?[=:]/u
/** A score in a text component, a predicate or a number provider. */
const dataScore = /(?:objective|score)["']? ?: ?["']?gatehouse(?![\p{L}\p{N}_])/u
/** What follows an answer: the code, or the word for it. */
const code = /^[^.!?。！？\n]{0,24}(?:\d|code|码|碼)/u
const maxCodeDistance = 32

/** Commands that show a text → the number of words before it. */
const speaking: ReadonlyMap<string, number> = new Map([
  ...['say', 'me', 'teammsg', 'tm'].map((command): [string, number] => [command, 0]),
  ...['tell', 'msg', 'w', 'kick', 'tellraw'].map((command): [string, number] => [command, 1]),
  ['title', 2],
])
const maxBefore = 160

/** What a text, or a text anywhere in a value, has of Gatehouse: its mark or an answer. Undefined for any other. */
export function imitationIn(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) {
      const found = imitationIn(member)
      if (found !== undefined) return found
    }
  }
  if (typeof value !== 'string' || value.length < 3) return undefined
  const text = value.slice(0, maxLength)
  return foundIn(text) ?? foundIn(shownText(text)) ?? (hidesNumber(text) ? byNumber : undefined)
}

const byNumber = '/trigger gatehouse'

/** The same for words that are written with escapes. SNBT may quote SNBT. */
function hidesNumber(text: string): boolean {
  let plain = text
  for (let quotings = 0; quotings < maxQuotings && plain.includes('\\'); quotings += 1) {
    plain = decoded(plain)
    if (answersByNumber(normalized(plain))) return true
  }
  return false
}

function foundIn(text: string): string | undefined {
  const plain = normalized(text.replace(otherLetters, letterOf))
  for (const match of plain.matchAll(answer)) {
    const rest = plain.slice(match.index + match[0].length).slice(0, maxCodeDistance)
    if (beginsAt(plain, match.index) || code.test(rest)) return `#${match[1]}`
  }
  if (answersByNumber(plain)) return byNumber
  return hasMark(text, plain) ? '[Gatehouse]' : undefined
}

const answersByNumber = (plain: string): boolean => triggered.test(plain) || plain.split('\n').some(usesNumber)

/** Whether a command sets or reads the number of a player. */
const usesNumber = (line: string): boolean =>
  follows(line, settingScore, objective) || follows(line, scores, namedScore) || follows(line, /\{/u, dataScore)

function follows(line: string, first: RegExp, then: RegExp): boolean {
  const at = line.search(first)
  return at >= 0 && then.test(line.slice(at))
}

/** Whether a text for players begins there: at the start of a line, or after the command that shows it. */
function beginsAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxBefore), at)
  const line = before.slice(before.lastIndexOf('\n') + 1).trim()
  if (line === '') return true
  const words = line.replace(/["']$/u, '').trimEnd().split(' ').slice(-3).reverse()
  return words.some((word, index) => speaking.get(word.split(/[/:]/u).at(-1) ?? '') === index)
}

function hasMark(text: string, plain: string): boolean {
  const written = plain.replace(/[034567@$]/gu, (sign) => digits[sign] ?? sign)
  const found = namesIn(written)
  // Look-alike letters or digits, or signs between the letters.
  if (found.length > (text.match(plainName)?.length ?? 0)) return true
  return found.some((match) => {
    if (match.isSpaced) return true
    const { end } = match
    const before = written
      .slice(Math.max(0, match.index - 2), match.index)
      .trimEnd()
      .slice(-1)
    const after = written.slice(end, end + 3).trimStart()
    if (signBefore.test(before) || signAfter.test(after.slice(0, 1))) return true
    if (before === '(' && after.startsWith(')')) return beginsAt(written, written.lastIndexOf('(', match.index))
    return after.startsWith(':') && beginsAt(written, match.index) && !isId(text, after)
  })
}

interface WrittenName {
  readonly index: number
  readonly end: number
  /** Whether signs stand between its letters. */
  readonly isSpaced: boolean
}

/** Every place of the name, with signs between its letters or not. As a pattern, that takes 0.2 s to compile. */
function namesIn(text: string): WrittenName[] {
  const names: WrittenName[] = []
  for (let at = text.indexOf('g'); at >= 0; ) {
    const found = nameAt(text, at)
    if (found) names.push(found)
    at = text.indexOf('g', found?.end ?? at + 1)
  }
  return names
}

function nameAt(text: string, index: number): WrittenName | undefined {
  let end = index
  let isSpaced = false
  for (const [at, letter] of [...name].entries()) {
    const start = end
    for (let signs = 0; signs < maxGap && text[end] !== letter; signs += 1) {
      const sign = String.fromCodePoint(text.codePointAt(end) ?? 0)
      if (end >= text.length || letterOrDigit.test(sign)) return undefined
      end += sign.length
    }
    if (text[end] !== letter) return undefined
    isSpaced ||= end > start && at !== secondWord
    end += 1
  }
  return { index, end, isSpaced }
}

/** `gatehouse:…` alone is an id of the game. */
const isId = (text: string, after: string): boolean => /^:[a-z0-9_./-]/u.test(after) && !/[\s：﹕]/u.test(text)
