/**
 * Imitation: whether a text for players looks like a message of Gatehouse, whose mark is `[Gatehouse]`.
 *
 * Enforces invariant 5: only Gatehouse writes its mark and asks for an answer such as `#approve`. Other scripts, digits,
 * small capitals, invisible letters, signs between the letters and a text in several components hide nothing. The plain
 * word, as in "Gatehouse is a program" or "the gatehouse of the castle", is no imitation.
 */
import { normalized } from './normalized-text.js'

/** Characters of one text that are read; longer texts are not for players. */
const maxLength = 32_768

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u0000ʏᴢ'
const firstLetter = 'a'.charCodeAt(0)
/** First code points of alphabets that Unicode does not decompose: negative circled, negative squared, flags. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]
const digits: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', '@': 'a', $: 's' }

function letterOf(character: string): string {
  const small = smallCapitals.indexOf(character)
  if (small >= 0) return String.fromCharCode(firstLetter + small)
  const point = character.codePointAt(0) ?? 0
  const first = alphabets.find((start) => point >= start && point < start + 26)
  return first === undefined ? character : String.fromCharCode(firstLetter + point - first)
}

const gap = '([^\\p{L}\\p{N}]{0,3})'
const name = new RegExp([...'gatehouse'].join(gap), 'gu')
/** Groups of `name`: only the gap of "gate house" may be one. */
const innerGaps = [1, 2, 3, 5, 6, 7, 8]
/** The word in usual letters. */
const plainName = /gate[^\p{L}\p{N}]{0,3}house/giu
/** Signs that make a mark of the name: brackets, arrows and ornaments, but none of a sentence, a path or an id. */
const signBefore = /(?![(“‘])[\p{Ps}\p{Pi}\p{Sm}\p{So}|*]/u
const signAfter = /(?![)”’])[\p{Pe}\p{Pf}\p{Sm}\p{So}|*]/u
const answer = /# {0,3}(?:approve|deny|link|同意|批准|拒绝|拒絕|绑定|綁定)(?!\p{Script=Latin})/u

export function imitatesGatehouse(text: string): boolean {
  if (text.length < 3) return false
  const seen = text.slice(0, maxLength)
  return imitates(seen) || imitates(componentsIn(seen))
}

/** Whether a string anywhere in a value imitates Gatehouse. */
export const holdsImitation = (value: unknown): boolean =>
  typeof value === 'string'
    ? imitatesGatehouse(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsImitation)

function imitates(text: string): boolean {
  const plain = normalized([...text].map(letterOf).join('')).replace(/\n/gu, ' ')
  if (answer.test(plain)) return true
  const written = plain.replace(/[034567@$]/gu, (sign) => digits[sign] ?? sign)
  const found = [...written.matchAll(name)]
  // Look-alike letters or digits, or signs between the letters.
  if (found.length > (text.match(plainName)?.length ?? 0)) return true
  return found.some((match) => {
    if (innerGaps.some((gap) => match[gap] !== '')) return true
    const before = written.slice(0, match.index).trimEnd().slice(-1)
    const rest = written.slice(match.index + match[0].length)
    // `gatehouse:…` alone is an id of the game.
    const isHeading = before === '' && rest.trimStart().startsWith(':') && written.includes(' ')
    return isHeading || signBefore.test(before) || signAfter.test(rest.trimStart().slice(0, 1))
  })
}

const shownMembers: ReadonlySet<string> = new Set(['text', 'translate', 'fallback'])
/** The name of a member before its value, without the quotes that it may have. */
const memberBefore = /([a-z_]{1,16})["']? {0,3}: {0,3}$/iu
const maxMemberLength = 24

/** The texts of a command's text components, as the game joins them. */
function componentsIn(text: string): string {
  if (!/[{[]/u.test(text)) return ''
  let joined = ''
  for (let at = 0; at < text.length; at++) {
    const quote = text[at]
    if (quote !== '"' && quote !== "'") continue
    const end = endOfQuoted(text, at)
    const isMember = text
      .slice(end + 1, end + 4)
      .trimStart()
      .startsWith(':')
    const member = memberBefore.exec(text.slice(Math.max(0, at - maxMemberLength), at))?.[1]
    const isShown = member === undefined || shownMembers.has(member.toLowerCase())
    if (isShown && !isMember) joined += text.slice(at + 1, end)
    at = end
  }
  return joined
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start]) return at
  }
  return text.length
}
