/**
 * Redact text: names in menus and notifications: external ones, and our own for built-in things.
 *
 * Enforces invariant 5: one line, cleaned, cut; masked before it is cut, so that half of a secret never stays.
 */
import type { Caller } from '@contract/call.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { type NamedServer, serverName } from '@shared/servers/server-name.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { cleanText } from '../policy/untrusted-text.js'

/** Redacts text in stream mode; otherwise unchanged. */
export type MaskText = (text: string) => string

export type RedactText = (text: string, limit?: number) => string

/** Maximum characters read. */
const maxLooked = 1_024

export const createPlainWords =
  (mask: MaskText): RedactText =>
  (text, limit = 48) =>
    cleanText(mask(cleanText(text, maxLooked).replace(/\s+/gu, ' ').trim()), limit)

type Translate = (key: string) => string

/** The caller: in our own words unless it is a client. */
export function callerWords(caller: Caller, t: Translate, words: RedactText, limit: number): string {
  const own = ownCaller(caller)
  return own === undefined ? words(caller.name, limit) : t(`caller.${own}.subject`)
}

/** The server: in our own words for the demo world, unless its name is hidden. */
export const serverWords = (server: NamedServer, t: Translate, words: RedactText, limit?: number): string =>
  serverName({ id: server.id, name: words(server.name, limit) }, t)

export interface NamedCapability {
  readonly capabilityId: string
  /** As in the server's manifest. */
  readonly capabilityName?: string | undefined
}

/** The capability: in our own words for core ones, whatever a manifest says; its id where it has no name. */
export function capabilityWords(
  { capabilityId, capabilityName = '' }: NamedCapability,
  t: Translate,
  words: RedactText,
  limit?: number,
): string {
  const key = coreNameKey(capabilityId)
  return key === undefined ? words(capabilityName, limit) || words(capabilityId, limit) : t(key)
}

const harmless: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** Markup characters are replaced: escapes would show on desktops that do not parse markup. */
export const withoutMarkup = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'linux' ? text.replace(/[<>&]/gu, (sign) => harmless[sign] ?? '') : text
