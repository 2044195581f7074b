/**
 * Untrusted text: sanitizes text from the game or from a server's manifest for display.
 *
 * Guards invariant 5: control, bidi and other invisible characters are removed, length and depth are limited. The words
 * stay and must be shown as data. Cleaning is idempotent.
 */

declare const brand: unique symbol

/**
 * A text of an outsider, as it came. For the compiler it is a symbol, so it is no string, and a sentence that holds it
 * does not compile: `plainName` comes first, and the function of the sink after that.
 */
export type UntrustedText = symbol & { readonly [brand]: 'untrusted' }

/** Where a name enters. What is no string is an empty name. */
export const untrusted = (value: unknown): UntrustedText =>
  (typeof value === 'string' ? value : '') as unknown as UntrustedText

export interface TextLimits {
  /** Characters a string may have before it is cut. */
  readonly string: number
  /** Members an object or a list may have. */
  readonly members: number
  readonly depth: number
}

export const defaultLimits: TextLimits = { string: 4_096, members: 10_000, depth: 16 }

/** Of results of other MCP servers, which are documents more often than names. */
export const relayedLimits: TextLimits = { string: 65_536, members: 10_000, depth: 16 }

/**
 * Format characters (bidi, zero width, tags), lone surrogates, private use, what is no
 * character, variation selectors behind anything but a picture; controls but tab and newline.
 */
const invisible =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029\u115F\u1160\u3164\uFFA0]|(?<!\p{Extended_Pictographic})\p{Variation_Selector}/gu
/** Minecraft's formatting codes; several signs in a row hide a code behind a code. Tried once a row: a long one costs no more. */
const formatting = /(?<!§)§+[0-9a-fk-orx]/giu

/** A string without invisible characters and Minecraft's formatting codes. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(formatting, '')

/** Whether a string has nothing but printable ASCII, tabs and line ends, of which nothing is ever removed. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7e || (code < 0x20 && code !== 0x09 && code !== 0x0a)) return false
  }
  return true
}

/** How much of a string is looked at: enough for one with a code and a zero-width character at each letter. */
const looked = (limit: number): number => 8 * limit + 256

/**
 * A string without invisible characters and Minecraft's formatting codes, cut to `limit` characters.
 *
 * What it costs depends on the limit, not on the string: of one that hides its words behind thousands of invisible
 * characters only the beginning is shown.
 */
export function cleanText(text: string, limit = defaultLimits.string): string {
  if (text.length <= limit && isPlain(text)) return text
  const seen = text.slice(0, looked(limit))
  const plain = withoutInvisible(seen)
  const isWhole = seen.length === text.length
  if (isWhole && plain.length <= limit) return plain
  const characters = [...plain.slice(0, 2 * limit + 2)]
  return isWhole && characters.length <= limit ? plain : `${characters.slice(0, limit - 1).join('')}…`
}

/** An external name: one line, composed (NFC), without invisible characters, at most `limit` characters. */
export const plainName = (name: string | UntrustedText, limit = 64): string =>
  cleanText((name as string).slice(0, looked(limit)).normalize('NFC').replace(/\s/gu, ' '), limit).trim()

/**
 * A JSON value whose every string and name is clean. What lies too deep, or too many, is left out. A value that is clean
 * already is returned itself, and so is every part of it that is.
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

/** An object whose every string and name is clean. */
export const cleanObject = (value: Readonly<Record<string, unknown>>, limits = defaultLimits) =>
  cleanValue(value, limits) as Record<string, unknown>
