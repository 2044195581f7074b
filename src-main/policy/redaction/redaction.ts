/** Redaction: secrets never reach logs, the audit trail or the live list (invariant 8). */
import { namesSecret } from '@shared/text/secret-names.js'
import { containsKey, isKeyText } from '../services/service-keys.js'
import { redacted, withoutTextKeys } from './text-keys.js'

/** Deeper values are removed, because a later reader may be recursive. */
const deepest = 64

export { namesSecret, redacted }

/** A copy of the JSON value in which every member named like a secret is replaced. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return redacted
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, namesSecret(name) ? redacted : redact(member, depth + 1)]),
  )
}

export const redactObject = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  redact(value) as Record<string, unknown>

/** A copy of the JSON value in which every text that contains what looks like a key is replaced. */
export function redactKeys(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hasKey(value) ? redacted : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return redacted
  if (Array.isArray(value)) return value.map((item) => redactKeys(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactKeys(member, depth + 1)]))
}

const hasKey = (text: string): boolean => containsKey(text) || isKeyText(text) || withoutTextKeys(text) !== text

const ipv4 = /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\.*\w)/gu
/** An IPv6 address: eight groups, or fewer with `::`. A time of day matches neither. */
const ipv6 = /(?<![\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?=[0-9a-f:]*::)[0-9a-f:]{3,39})(?![\w:])/giu

export const redactedAddress = '[address]'

/** Every address has a dot or a colon, and most texts have neither. */
function withoutAddress(text: string): string {
  const withoutV4 = text.includes('.') ? text.replace(ipv4, redactedAddress) : text
  return withoutV4.includes(':') ? withoutV4.replace(ipv6, redactedAddress) : withoutV4
}

/** A copy of the JSON value in which every IP address is replaced; the same value when it contains none. */
export function redactAddresses(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutAddress(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return redacted
  if (Array.isArray(value)) return value.map((item) => redactAddresses(item, depth + 1))
  const members = value as Readonly<Record<string, unknown>>
  let isSame = true
  const bare: [string, unknown][] = []
  for (const name of Object.keys(members)) {
    const member: [string, unknown] = [withoutAddress(name), redactAddresses(members[name], depth + 1)]
    isSame &&= member[0] === name && member[1] === members[name]
    bare.push(member)
  }
  return isSame ? value : Object.fromEntries(bare)
}

/** Whether a member of a JSON value is named like a secret, or is too deep to be checked. */
export function containsSecret(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= deepest) return true
  if (Array.isArray(value)) return value.some((item) => containsSecret(item, depth + 1))
  return Object.entries(value).some(([name, member]) => namesSecret(name) || containsSecret(member, depth + 1))
}
