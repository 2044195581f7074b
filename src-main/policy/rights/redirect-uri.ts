/**
 * Redirect URI: where a browser may be sent after an authorization. RFC 8252, sections 7 and 8.
 *
 * Guards invariant 7: a code is sent only to an address that matches its registration exactly, except for the port of a
 * program on this computer.
 */

export const redirectLimits = {
  /** Maximum number of addresses of one program. */
  uris: 8,
  /** Characters of an address. */
  uri: 512,
} as const

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Schemes that do not belong to a program: those of browsers, of the system and of other protocols. */
const foreignSchemes =
  /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source|chrome|edge|resource|moz|ms-|search|shell|ws|wss|ftp|sftp|ssh|telnet|ldap|smb|mailto|tel|sms|jar|intent|content|gatehouse)/u

/** Visible ASCII characters, which every parser reads in the same way. */
const plain = /^[\x21-\x7e]+$/u

/** Whether a program may register this redirect URI. */
export function isRedirectUri(text: string): boolean {
  if (text.length > redirectLimits.uri || !plain.test(text) || /[\\"<>^`{|}]/u.test(text)) return false
  const uri = parsed(text)
  if (!uri || text.includes('#') || uri.username !== '' || uri.password !== '') return false
  if (uri.protocol === 'https:') return uri.hostname !== '' && text.startsWith('https://')
  if (uri.protocol === 'http:') return isLoopback(text, uri)
  return !foreignSchemes.test(uri.protocol) && text.startsWith(uri.protocol)
}

/** Whether an address matches the registered one. */
export function matchesRedirectUri(given: string, registered: string): boolean {
  if (!isRedirectUri(given)) return false
  if (given === registered) return true
  const [one, other] = [withoutPort(given), withoutPort(registered)]
  return one !== undefined && one === other
}

/** The part that is shown to a person: a host with its port, or a scheme. */
export function destinationOf(text: string): string {
  const uri = parsed(text)
  if (!uri) return ''
  return uri.protocol === 'http:' || uri.protocol === 'https:' ? uri.host : `${uri.protocol}//`
}

/** Requires the canonical spelling: `http://127.1/` is rejected. */
const isLoopback = (text: string, { hostname }: URL): boolean =>
  loopbackHosts.has(hostname) && new RegExp(`^http://${escaped(hostname)}(?::\\d{1,5})?(?:[/?]|$)`, 'u').test(text)

function withoutPort(text: string): string | undefined {
  const uri = parsed(text)
  return uri?.protocol === 'http:' && isLoopback(text, uri)
    ? text.replace(/^(http:\/\/(?:\[::1\]|[^/?:]+))(?::\d{1,5})?/u, '$1')
    : undefined
}

const escaped = (text: string): string => text.replace(/[.[\]]/gu, '\\$&')

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
