/**
 * Plain address: an http address taken apart for a person, so that its host can be distinguished from what only looks like one.
 *
 * Guards invariant 5: the host is what a browser would reach, in ASCII; what may deceive about it is named.
 */
import { mixesScripts } from './confusable-name.js'

/**
 * What may deceive. `credentials`: a user name stands before the host. `international`: letters that can look like others.
 * `mixed-scripts`: letters of two scripts in one word. `number`: no name but a number. `unencrypted`: everybody on the way can read it.
 * `escaped`: the address was written in a way that hides its parts.
 */
export type AddressWarning = 'credentials' | 'international' | 'mixed-scripts' | 'number' | 'unencrypted' | 'escaped'

export interface PlainAddress {
  /** The whole address, as a browser would use it. */
  readonly href: string
  /** Everything up to the host, for example `https://`. */
  readonly before: string
  /** In ASCII, with the port. */
  readonly host: string
  readonly after: string
  readonly isHttps: boolean
  readonly warnings: readonly AddressWarning[]
}

export const maxAddressLength = 4_096

/** Undefined for what is no http or https address. */
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

/** The part of an address that a rule is about: scheme, host and port. Undefined where the address may deceive. */
export function originOfPlain(text: string): string | undefined {
  const plain = plainAddress(text)
  if (!plain || plain.warnings.some((warning) => warning !== 'unencrypted')) return undefined
  const origin = plain.before + plain.host
  return new RegExp(sourceOfOrigin(origin, false), 'u').test(text) ? origin : undefined
}

/**
 * A regular expression for addresses of one origin, in plain spelling, and with `subdomains` of the names below it. Each character
 * has one way to match, so it takes linear time.
 */
export function sourceOfOrigin(origin: string, subdomains: boolean): string {
  const at = origin.indexOf('://') + 3
  const host = origin.slice(at).replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
  const below = subdomains ? '(?:[a-z0-9-]{1,63}\\.){0,8}' : ''
  // Printable ASCII without a backslash: everything else some program reads as something else.
  return `^${origin.slice(0, at)}${below}${host}(?:[/?#][!-\\[\\]-~]*)?$`
}
