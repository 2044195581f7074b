/**
 * Redact text: names in menus and notifications: external names, and built-in names for built-in items.
 *
 * Enforces invariant 5: one line, cleaned, shortened; masked before it is shortened, so that no part of a secret
 * remains.
 */
import type { Caller } from '@contract/call.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { type NamedServer, serverName } from '@shared/servers/server-name.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { cleanText } from '../../policy/text/untrusted-text.js'

/** Redacts text in stream mode; otherwise unchanged. */
export type MaskText = (text: string) => string

export type RedactText = (text: string, limit?: number) => string

/** Maximum characters read. */
const maxLooked = 1_024

export const createRedactText =
  (mask: MaskText): RedactText =>
  (text, limit = 48) =>
    cleanText(mask(cleanText(text, maxLooked).replace(/\s+/gu, ' ').trim()), limit)

type Translate = (key: string) => string

/** The name of the caller; a built-in name unless it is a client. */
export function callerText(caller: Caller, t: Translate, redactText: RedactText, limit: number): string {
  const own = ownCaller(caller)
  return own === undefined ? redactText(caller.name, limit) : t(`caller.${own}.subject`)
}

/** The name of the server; a built-in name for the demo world, unless its name is hidden. */
export const serverText = (server: NamedServer, t: Translate, redactText: RedactText, limit?: number): string =>
  serverName({ id: server.id, name: redactText(server.name, limit) }, t)

export interface NamedCapability {
  readonly capabilityId: string
  /** Name in the server's manifest. */
  readonly capabilityName?: string | undefined
}

/** The name of the capability: the built-in name for core ones, whatever a manifest declares; the id without a name. */
export function capabilityText(
  { capabilityId, capabilityName = '' }: NamedCapability,
  t: Translate,
  redactText: RedactText,
  limit?: number,
): string {
  const key = coreNameKey(capabilityId)
  return key === undefined ? redactText(capabilityName, limit) || redactText(capabilityId, limit) : t(key)
}

const harmless: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** Markup characters are replaced: escapes would show on desktops that do not parse markup. */
export const withoutMarkup = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'linux' ? text.replace(/[<>&]/gu, (sign) => harmless[sign] ?? '') : text
