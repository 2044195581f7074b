/**
 * URL keys: which parts of an address are secrets (invariant 8): a password, a key in place of the user, parameters, and
 * segments of the path, as Zapier, n8n and webhooks have them. Prefers false positives; ordinary paths stay readable.
 */
import { isGenerated } from './generated-text.js'
import { looksLikeKey, namesKey } from './key-names.js'

/** Parameters that are secrets although their name does not say so: signatures of signed addresses, codes. */
const keyParameter = /^(?:sig|signature|hmac|jwt|code|nonce|session|session_?id|sid|hash|k)$/iu

/** Whether a value in a URL looks like a secret, whatever its name is. */
const isKeyValue = (text: string): boolean =>
  looksLikeKey(text) || isGenerated(text) || (text.length >= 20 && /^(?=.*[0-9])(?=.*[A-Za-z])[\w~+=-]+$/u.test(text))

/** After these segments comes a name that only its owner knows. */
const keyRoutes: ReadonlySet<string> = new Set(
  'webhook webhooks webhook-test hook hooks private secret token tokens key keys apikey api-key access-token'.split(
    ' ',
  ),
)
const shortestAfterRoute = 6

/** Services whose addresses are secrets by themselves; subdomains included. */
const keyHosts = (
  'zapier.com composio.dev pipedream.net pipedream.com make.com integromat.com activepieces.com n8n.cloud ' +
  'mcp.run hooks.slack.com discord.com discordapp.com api.telegram.org ifttt.com workato.com'
).split(' ')
const shortestAtHost = 8

/** Words of routes, which are never a key. */
const route = /^(?:[a-z]{1,12}|v[0-9]{1,2}(?:\.[0-9]{1,2})?|[0-9]{1,4}|)$/u

export const isAddress = /^[a-z][a-z0-9+.-]{0,31}:\/\//iu
/** The scheme that a text ends with, before `://`. */
export const schemeBefore = (text: string): string =>
  (text.split(/[^a-z0-9+.-]/iu).at(-1) ?? '').replace(/^[^a-z]+/iu, '')
const webScheme = /^(?:https?|wss?):$/u

export interface UrlKeyOptions {
  /** Whether segments of the path are checked. */
  readonly path?: boolean
}

/** A URL with `…` in place of its secrets. Any other text is returned unchanged. */
export function withoutUrlKeys(text: string, { path = true }: UrlKeyOptions = {}): string {
  const scheme = isAddress.exec(text)?.[0]
  if (scheme === undefined) return text
  if (!URL.canParse(text)) return withoutUser(text, scheme)
  const url = new URL(text)
  const parameters = [...url.searchParams].flatMap(([name, value]) => (isKeyParameter(name, value) ? [name] : []))
  // A user without a password is a key, as with git hosts.
  const hasKeyAsUser = url.username !== '' && url.password === '' && url.protocol.startsWith('http')
  const pathname = path && webScheme.test(url.protocol) ? withoutPathKeys(url) : url.pathname
  const hasKeyAsHash = isKeyHash(url.hash.slice(1))
  const isSame = url.password === '' && !hasKeyAsUser && parameters.length === 0 && !hasKeyAsHash
  if (isSame && pathname === url.pathname) return text
  if (hasKeyAsUser) url.username = '…'
  if (url.password !== '') url.password = '…'
  for (const name of parameters) url.searchParams.set(name, '…')
  if (pathname !== url.pathname) url.pathname = pathname
  if (hasKeyAsHash) url.hash = '…'
  return decoded(url.href)
}

/** Of an address with several hosts, as databases have them, or with a wrong port. */
function withoutUser(text: string, scheme: string): string {
  const end = text.lastIndexOf('@')
  return end <= scheme.length ? text : `${scheme}…${text.slice(end)}`
}

export type TextSpan = readonly [from: number, to: number]

/**
 * Where the secrets of a URL are in its text, so that a text of several parts can be judged as a whole.
 *
 * @returns undefined when the text is not a URL: any part of it may be a secret
 */
export function urlKeySpans(text: string): readonly TextSpan[] | undefined {
  const scheme = isAddress.exec(text)?.[0]
  if (scheme === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const spans: TextSpan[] = []
  const isWeb = webScheme.test(url.protocol)
  const slashes = isWeb ? (/^[/\\]*/u.exec(text.slice(scheme.length))?.[0].length ?? 0) : 0
  const from = scheme.length + slashes
  const hashAt = indexFrom(text, from, /#/u)
  const queryAt = Math.min(hashAt, indexFrom(text, from, /\?/u))
  const pathAt = Math.min(queryAt, indexFrom(text, from, isWeb ? /[/\\]/u : /\//u))
  const userEnd = text.slice(0, pathAt).lastIndexOf('@')
  if (userEnd >= from && url.password !== '') spans.push([text.indexOf(':', from) + 1, userEnd])
  else if (userEnd >= from && url.protocol.startsWith('http')) spans.push([from, userEnd])
  if (isWeb) {
    let at = pathAt
    let before = ''
    for (const segment of text.slice(pathAt, queryAt).split(/[/\\]/u)) {
      if (isKeySegment(decoded(segment), decoded(before), url.hostname)) spans.push([at, at + segment.length])
      at += segment.length + 1
      before = segment
    }
  }
  let at = queryAt + 1
  for (const pair of text.slice(at, hashAt).split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair.replaceAll(/[\t\r\n]/gu, ''))
    if (isKeyParameter(name, value)) spans.push([at + pair.indexOf('=') + 1, at + pair.length])
    at += pair.length + 1
  }
  if (isKeyHash(text.slice(hashAt + 1))) spans.push([hashAt + 1, text.length])
  return spans
}

function indexFrom(text: string, from: number, mark: RegExp): number {
  const at = text.slice(from).search(mark)
  return at < 0 ? text.length : from + at
}

const isKeyParameter = (name: string, value: string): boolean =>
  value !== '' && (namesKey(name) || keyParameter.test(name) || isKeyValue(value))

const isKeyHash = (hash: string): boolean => hash !== '' && (isKeyValue(hash) || /[=&]/u.test(hash))

function withoutPathKeys({ hostname, pathname }: URL): string {
  const segments = pathname.split('/')
  return segments
    .map((segment, index) =>
      isKeySegment(decoded(segment), decoded(segments[index - 1] ?? ''), hostname) ? '…' : segment,
    )
    .join('/')
}

const isKeySegment = (text: string, before: string, hostname: string): boolean =>
  looksLikeKey(text) ||
  isGenerated(text) ||
  isKeyAfter(text, before) ||
  (isOwnName(text) && keyHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))

const isKeyAfter = (text: string, before: string): boolean =>
  text.length >= shortestAfterRoute && keyRoutes.has(before.toLowerCase()) && !route.test(text)

/** With a digit, a capital, or of three words: `short-lazy-piano`. */
const isOwnName = (text: string): boolean =>
  text.length >= shortestAtHost && !route.test(text) && (/[0-9A-Z]/u.test(text) || text.split('-').length >= 3)

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
