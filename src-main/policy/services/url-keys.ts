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

export interface UrlKeyOptions {
  /** Whether segments of the path are checked. */
  readonly path?: boolean
}

/** A URL with `…` in place of its secrets. Any other text is returned unchanged. */
export function withoutUrlKeys(text: string, { path = true }: UrlKeyOptions = {}): string {
  if (!/^[a-z][a-z0-9+.-]{0,31}:\/\//iu.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  const parameters = [...url.searchParams].flatMap(([name, value]) =>
    value !== '' && (namesKey(name) || keyParameter.test(name) || isKeyValue(value)) ? [name] : [],
  )
  // A user without a password is a key, as with git hosts.
  const hasKeyAsUser = url.username !== '' && url.password === '' && url.protocol.startsWith('http')
  const pathname = path && /^(?:https?|wss?):$/u.test(url.protocol) ? withoutPathKeys(url) : url.pathname
  const hasKeyAsHash = url.hash !== '' && (isKeyValue(url.hash.slice(1)) || /[=&]/u.test(url.hash))
  const isSame = url.password === '' && !hasKeyAsUser && parameters.length === 0 && !hasKeyAsHash
  if (isSame && pathname === url.pathname) return text
  if (hasKeyAsUser) url.username = '…'
  if (url.password !== '') url.password = '…'
  for (const name of parameters) url.searchParams.set(name, '…')
  if (pathname !== url.pathname) url.pathname = pathname
  if (hasKeyAsHash) url.hash = '…'
  return decoded(url.href)
}

function withoutPathKeys({ hostname, pathname }: URL): string {
  const isKeyHost = keyHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  const segments = pathname.split('/')
  return segments
    .map((segment, index) => {
      const text = decoded(segment)
      const isKey =
        looksLikeKey(text) ||
        isGenerated(text) ||
        isKeyAfter(text, decoded(segments[index - 1] ?? '')) ||
        (isKeyHost && isOwnName(text))
      return isKey ? '…' : segment
    })
    .join('/')
}

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
