/**
 * Untrusted text: sanitizes text from the game or from a server's manifest for display.
 *
 * Guards invariant 5: control, bidi and other invisible characters are removed, length and depth are limited. The
 * remaining text must be shown as data. Cleaning is idempotent.
 */

declare const brand: unique symbol

/**
 * An untrusted text as received. For the compiler it is a symbol and not a string, so code that inserts it into a string
 * does not compile before `plainName` and the function of the sink are applied.
 */
export type UntrustedText = symbol & { readonly [brand]: 'untrusted' }

/** Wraps an untrusted name. A value that is not a string becomes an empty name. */
export const untrusted = (value: unknown): UntrustedText =>
  (typeof value === 'string' ? value : '') as unknown as UntrustedText

export interface TextLimits {
  /** Maximum number of characters of a string; longer ones are shortened. */
  readonly string: number
  /** Maximum number of members of an object or a list. */
  readonly members: number
  readonly depth: number
}

export const defaultLimits: TextLimits = { string: 4_096, members: 10_000, depth: 16 }

/** Limits for results of other MCP servers, which often contain documents. */
export const relayedLimits: TextLimits = { string: 65_536, members: 10_000, depth: 16 }

/**
 * Format characters (bidi, zero width, tags), lone surrogates, private use, noncharacters, variation selectors outside
 * emoji, and control characters except tab and newline.
 */
const invisible =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029\u115F\u1160\u3164\uFFA0]|(?<!\p{Extended_Pictographic})\p{Variation_Selector}/gu
/** Minecraft's formatting codes, including nested ones (`§§a`). Matched once per run of signs, in linear time. */
const formatting = /(?<!§)§+[0-9a-fk-orx]/giu

/** A string without invisible characters and Minecraft's formatting codes. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(formatting, '')

/** Whether a string has only printable ASCII, tabs and line ends, which are never removed. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7e || (code < 0x20 && code !== 0x09 && code !== 0x0a)) return false
  }
  return true
}

/** Number of characters that are read: enough for a code and a zero-width character at each letter. */
const readLimit = (limit: number): number => 8 * limit + 256

/**
 * A string without invisible characters and Minecraft's formatting codes, shortened to `limit` characters.
 *
 * The time depends on the limit, not on the length of the string: with thousands of invisible characters, only the
 * beginning is shown.
 */
export function cleanText(text: string, limit = defaultLimits.string): string {
  if (text.length <= limit && isPlain(text)) return text
  const seen = text.slice(0, readLimit(limit))
  const plain = withoutInvisible(seen)
  const isWhole = seen.length === text.length
  if (isWhole && plain.length <= limit) return plain
  const characters = [...plain.slice(0, 2 * limit + 2)]
  return isWhole && characters.length <= limit ? plain : `${characters.slice(0, limit - 1).join('')}…`
}

/** One line of untrusted text without runs of blanks, which could push a word to the start of a wrapped line. */
export const cleanLine = (text: string, limit?: number): string =>
  cleanText(text.replace(/[\s\u2800]+/gu, ' '), limit).trim()

/** An external name: one line, composed (NFC), without invisible characters, at most `limit` characters. */
export const plainName = (name: string | UntrustedText, limit = 64): string =>
  cleanText((name as string).slice(0, readLimit(limit)).normalize('NFC').replace(/\s/gu, ' '), limit).trim()

/**
 * A copy of a JSON value with every string and name cleaned. Values beyond the limits are omitted. A clean value or part
 * is returned itself.
 */
export function cleanValue(value: unknown, limits = defaultLimits, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value, limits.string)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.depth) return null
  return Array.isArray(value) ? cleanList(value, limits, depth) : cleanMembers(value as Members, limits, depth)
}

type Members = Readonly<Record<string, unknown>>

function cleanList(list: readonly unknown[], limits: TextLimits, depth: number): readonly unknown[] {
  const { length } = list
  let cleaned = length > limits.members ? list.slice(0, limits.members) : undefined
  for (let at = 0; at < Math.min(length, limits.members); at++) {
    const item = cleanValue(list[at], limits, depth + 1)
    if (item === list[at]) continue
    cleaned ??= list.slice()
    cleaned[at] = item
  }
  return cleaned ?? list
}

function cleanMembers(members: Members, limits: TextLimits, depth: number): Members {
  const names = Object.keys(members)
  let cleaned: [string, unknown][] | undefined = names.length > limits.members ? [] : undefined
  let at = -1
  for (const name of names) {
    at += 1
    if (at >= limits.members) break
    const cleanName = cleanText(name, 256)
    const member = cleanValue(members[name], limits, depth + 1)
    const isClean = cleanName === name && name !== '__proto__' && member === members[name]
    if (!isClean && !cleaned) cleaned = names.slice(0, at).map((before) => [before, members[before]])
    if (cleanName !== '__proto__') cleaned?.push([cleanName, member])
  }
  return cleaned ? Object.fromEntries(cleaned) : members
}

/** The same for an object. */
export const cleanObject = (value: Readonly<Record<string, unknown>>, limits = defaultLimits) =>
  cleanValue(value, limits) as Record<string, unknown>
