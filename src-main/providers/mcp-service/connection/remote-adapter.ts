/**
 * Remote adapter: connects to services over streamable HTTP, and over the older HTTP and SSE transport.
 *
 * The stream of an SSE session is opened again after a loss, and the server then begins a session in which nobody sent
 * `initialize`. A message to the lost session is refused (404 or 400), and was not read.
 */
import { serviceError } from '@contract/service-error.js'
import type { FetchLike } from '@modelcontextprotocol/client'
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { HttpServiceConfig, SseServiceConfig } from '@shared/servers/service.js'
import { withoutUrlKeys } from '../../../policy/services/url-keys.js'
import { filled, filledHeaders, type TextSources } from '../process/environment.js'
import type { OAuthClient } from '../sign-in/authorization.js'
import type { ConnectDependencies } from './adapter-dependencies.js'
import { boundedFetch } from './bounded-fetch.js'
import { type Connected, connect } from './connection.js'
import { asked, inEitherEra, remoteProbeMs } from './either-era.js'
import { accessInSession, type SessionAccess, sessionExpiry } from './http-session.js'

/** @throws Error when it cannot be reached */
export async function connectRemote(
  config: SseServiceConfig | HttpServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const address = filled(config.url, deps)
  if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol)) {
    throw serviceError(1002, { message: 'Its address is not an http or https address.' })
  }
  const url = new URL(address)
  const headers = { ...userIn(url), ...filledHeaders(config.headers ?? {}, deps) }
  // With a configured key there is no OAuth. Nor with a key in the address, which must reach only the service.
  const hasKey =
    Object.keys(headers).some((name) => name.toLowerCase() === 'authorization') ||
    config.url.includes('${secret:') ||
    withoutUrlKeys(url.href) !== url.href
  const access = hasKey ? undefined : deps.access(url, oauthClientOf(config.oauth, deps))
  const target = { url, headers, access }
  return config.type === 'sse' ? connectSse(target, deps, signal) : connectHttp(target, deps, signal)
}

interface RemoteTarget {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly access: SessionAccess | undefined
}

async function connectSse(
  { url, headers, access }: RemoteTarget,
  { eras, connectionOptions }: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const connected = await inEitherEra(url.href, { eras, signal }, async (asks) => {
    const { fetch, ...expiry } = sseSession(boundedFetch(headers))
    const transport = new SSEClientTransport(url, { fetch, ...(access && { authProvider: access }) })
    const session = await connect({ transport, signal, ...connectionOptions, ...(asks && asked(remoteProbeMs)) })
    return { ...session, ...expiry }
  })
  return { ...connected, close: () => connected.client.close() }
}

async function connectHttp(
  { url, headers, access }: RemoteTarget,
  { eras, connectionOptions }: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(url, {
    fetch: boundedFetch(headers),
    ...(access && { authProvider: accessInSession(access, () => transport.sessionId !== undefined) }),
  })
  const isLegacy = eras.get(url.href) === 'legacy'
  const connected = await connect({
    transport,
    signal,
    ...connectionOptions,
    versionNegotiation: { mode: 'auto' },
    ...(isLegacy && { prior: { kind: 'legacy' } }),
  })
  const { client } = connected
  const era = client.getProtocolEra()
  if (era) eras.set(url.href, era)
  return {
    ...connected,
    ...sessionExpiry(client, transport),
    async close() {
      await Promise.race([transport.terminateSession().catch(() => {}), pause(closeTimeoutMs)])
      await client.close()
    },
  }
}

/**
 * Converts a user and password in an address to a header, because requests to such an address are rejected. Removes
 * them from the address.
 */
function userIn(url: URL): Readonly<Record<string, string>> {
  const { username, password } = url
  if (username === '' && password === '') return {}
  url.username = ''
  url.password = ''
  const credentials = `${plainText(username)}:${plainText(password)}`
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

const plainText = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const oauthClientOf = (config: HttpServiceConfig['oauth'], deps: TextSources): OAuthClient => {
  const { clientId, clientSecret, scope, redirectPort } = config ?? {}
  return {
    ...(clientId !== undefined && { clientId: filled(clientId, deps) }),
    ...(clientSecret !== undefined && { clientSecret: filled(clientSecret, deps) }),
    ...(scope !== undefined && { scope }),
    ...(redirectPort !== undefined && { redirectPort }),
  }
}

/** Timeout in milliseconds for closing the session at the server. */
const closeTimeoutMs = 500

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

class SessionRefused extends Error {}

type SseSession = { readonly fetch: FetchLike } & Required<Pick<Connected, 'isExpired' | 'onExpired'>>

/** The fetch for one transport, and how to notice the loss. */
function sseSession(fetch: FetchLike): SseSession {
  let streams = 0
  let notify = (): void => {}
  return {
    async fetch(url, init) {
      const response = await fetch(url, init)
      if (init?.method === 'POST') {
        if (await isRefusal(response)) throw new SessionRefused(`The server refused the session (${response.status}).`)
      } else if (response.ok) {
        streams += 1
        if (streams > 1) notify()
      }
      return response
    },
    isExpired: async (thrown) => thrown instanceof SessionRefused,
    onExpired(listener) {
      notify = listener
    },
  }
}

async function isRefusal(response: Response): Promise<boolean> {
  if (response.status === 404 || response.status === 410) return true
  if (response.status !== 400) return false
  const text = await response.clone().text()
  return text.toLowerCase().includes('session')
}
