/**
 * Plain address: splits an http address for display, so that a person recognizes its real host.
 *
 * Guards invariant 5: the host is the one that a browser would connect to, in ASCII; deceptive parts are reported.
 */
import { mixesScripts } from './confusable-name.js'

/**
 * Deceptive parts. `credentials`: a user name before the host. `international`: letters that may be confusable.
 * `mixed-scripts`: letters of two scripts in one word. `number`: a number instead of a name. `unencrypted`: http.
 * `escaped`: the spelling hides parts of the address.
 */
export type AddressWarning = 'credentials' | 'international' | 'mixed-scripts' | 'number' | 'unencrypted' | 'escaped'

export interface PlainAddress {
  /** The whole address in the form of a browser. */
  readonly href: string
  /** The part before the host, for example `https://`. */
  readonly before: string
  /** The host in ASCII, with the port. */
  readonly host: string
  readonly after: string
  readonly isHttps: boolean
  readonly warnings: readonly AddressWarning[]
}

export const maxAddressLength = 4_096

/** Undefined when the text is not an http or https address. */
export function plainAddress(text: string): PlainAddress | undefined {
  if (text.length > maxAddressLength || !/^https?:/iu.test(text)) return undefined
  const url = parsed(text)
  if (!url || url.hostname === '') return undefined
  const credentials = url.username !== '' || url.password !== ''
  const at = url.href.indexOf('://') + 3
  const start = url.href.indexOf(url.host, credentials ? url.href.indexOf('@', at) + 1 : at)
  const written = text.slice(text.indexOf(':') + 1).replace(/^[\\/]+/u, '')
  const warnings: AddressWarning[] = []
  if (credentials) warnings.push('credentials')
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) warnings.push('international')
  if (mixesScripts(written.split(/[/?#\\]/u)[0] ?? '')) warnings.push('mixed-scripts')
  if (/^[\d.]+$/u.test(url.hostname) || url.hostname.startsWith('[')) warnings.push('number')
  if (url.protocol !== 'https:') warnings.push('unencrypted')
  if (/[\\\s\p{Cc}\p{Cf}]/u.test(text) || !/^https?:\/\/[^/]/iu.test(text)) warnings.push('escaped')
  return {
    href: url.href,
    before: url.href.slice(0, start),
    host: url.host,
    after: url.href.slice(start + url.host.length),
    isHttps: url.protocol === 'https:',
    warnings,
  }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The origin of an address for a rule: scheme, host and port. Undefined when the address has deceptive parts. */
export function originOfPlain(text: string): string | undefined {
  const plain = plainAddress(text)
  if (!plain || plain.warnings.some((warning) => warning !== 'unencrypted')) return undefined
  const origin = plain.before + plain.host
  return new RegExp(sourceOfOrigin(origin, false), 'u').test(text) ? origin : undefined
}

/**
 * A regular expression for addresses of one origin in plain spelling, with `subdomains` also for its subdomains. Each
 * character can match in only one way, so the time is linear.
 */
export function sourceOfOrigin(origin: string, subdomains: boolean): string {
  const at = origin.indexOf('://') + 3
  const host = origin.slice(at).replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
  const below = subdomains ? '(?:[a-z0-9-]{1,63}\\.){0,8}' : ''
  // Printable ASCII without a backslash: programs may interpret other characters differently.
  return `^${origin.slice(0, at)}${below}${host}(?:[/?#][!-\\[\\]-~]*)?$`
}
