/**
 * Plain words: names on their way into a menu or a notification: those of strangers, and ours for what Gatehouse brings.
 *
 * Guards invariant 5: one line, cleaned, cut; masked before it is cut, so that half of what is to be hidden never stays.
 */
import type { Caller } from '../contract/call.js'
import { coreNameKey } from '../contract/core-words.js'
import { ownCaller } from '../contract/own-callers.js'
import { type NamedServer, serverName } from '../contract/server-name.js'
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

type Translate = (key: string) => string

/** Who asks: in our own words who is no client. */
export function callerWords(caller: Caller, t: Translate, words: PlainWords, limit: number): string {
  const own = ownCaller(caller)
  return own === undefined ? words(caller.name, limit) : t(`caller.${own}.subject`)
}

/** Where: in our own words the demo world, unless a person hides its name from an audience. */
export const serverWords = (server: NamedServer, t: Translate, words: PlainWords, limit?: number): string =>
  serverName({ id: server.id, name: words(server.name, limit) }, t)

export interface NamedCapability {
  readonly capabilityId: string
  /** As the manifest of a server has it. */
  readonly capabilityName?: string | undefined
}

/** What: in our own words what is of the core, whatever a manifest calls it; its id where nothing names it. */
export function capabilityWords(
  { capabilityId, capabilityName = '' }: NamedCapability,
  t: Translate,
  words: PlainWords,
  limit?: number,
): string {
  const key = coreNameKey(capabilityId)
  return key === undefined ? words(capabilityName, limit) || words(capabilityId, limit) : t(key)
}

const harmless: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** What a desktop would read as markup is replaced: escaping it would show on those that do not read any. */
export const withoutMarkup = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'linux' ? text.replace(/[<>&]/gu, (sign) => harmless[sign] ?? '') : text
