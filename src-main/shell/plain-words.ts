/**
 * Plain words: names and texts of strangers on their way into a menu or a notification.
 *
 * Guards invariant 5: one line, cleaned, cut; masked before it is cut, so that half of what is to be hidden never stays.
 */
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

const harmless: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** What a desktop would read as markup is replaced: escaping it would show on those that do not read any. */
export const withoutMarkup = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'linux' ? text.replace(/[<>&]/gu, (sign) => harmless[sign] ?? '') : text
