/**
 * Plain words: names and texts of strangers on their way into a menu or a notification.
 *
 * Guards invariant 5: one line, cleaned, cut; masked before it is cut, so that half of what is to be hidden never stays.
 */
import { owner } from '../contract/attempt.js'
import type { Caller } from '../contract/call.js'
import { practiceId } from '../contract/practice.js'
import { cleanText } from '../policy/untrusted-text.js'

/** Hides what an audience must not see; the text itself while nothing is to be hidden. */
export type MaskText = (text: string) => string

export type PlainWords = (text: string, limit?: number) => string

/** Characters that are looked at at all. */
const mostLooked = 1_024

export const createPlainWords =
  (mask: MaskText): PlainWords =>
  (text, limit = 48) =>
    cleanText(mask(cleanText(text, mostLooked).replace(/\s+/gu, ' ').trim()), limit)

/** Who asks: in our own words who is no client. Only an id counts, and no key leads to these two. */
export function callerWords(
  { id, name }: Caller,
  t: (key: string) => string,
  words: PlainWords,
  limit: number,
): string {
  if (id === owner.id) return t('caller.owner')
  return id === practiceId ? t('caller.practice') : words(name, limit)
}

const harmless: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** What a desktop would read as markup is replaced: escaping it would show on those that do not read any. */
export const withoutMarkup = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'linux' ? text.replace(/[<>&]/gu, (sign) => harmless[sign] ?? '') : text
