/**
 * HTTP session: tells a session that a server forgot from every other failure.
 *
 * Servers report an unknown session in many ways: 404 as the protocol says, 400, 401, 410, 422 or 503, or an error in a
 * response of 200. All but 404, 410 and 401 also mean other things, so a ping decides. A request that the server
 * refused together with its session was not run. An unknown method is a reply about the method, whatever its status.
 */
import { isObject, parseJson } from '@contract/json/json-object.js'
import {
  type AuthProvider,
  type Client,
  ProtocolError,
  ProtocolErrorCode,
  SdkHttpError,
  type StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { anyResultSchema, type Connected } from './connection.js'

/** Milliseconds for the ping. */
const pingMs = 5_000

/** 401 for a session: the server lost it, or its token ended. A new session decides which. */
class SessionRefused extends Error {}

export interface SessionAccess extends AuthProvider {
  /** Whether a new token can be got without a person. */
  canRefresh(): boolean
}

/** In a session a 401 without a refreshable token starts a new session first, and only its 401 requires a sign-in. */
export const accessInSession = (access: SessionAccess, hasSession: () => boolean): AuthProvider => ({
  token: () => access.token(),
  async onUnauthorized(context) {
    if (hasSession() && !access.canRefresh()) throw new SessionRefused('The server refused the session (HTTP 401).')
    await access.onUnauthorized?.(context)
  },
})

/** How to notice that the session of this transport was lost. */
export function sessionExpiry(
  client: Client,
  transport: Pick<StreamableHTTPClientTransport, 'sessionId'>,
): Required<Pick<Connected, 'isExpired' | 'onExpired'>> {
  let checking: Promise<boolean> | undefined
  const isRefused = (): Promise<boolean> => {
    checking ??= refusesPing(client).finally(() => {
      checking = undefined
    })
    return checking
  }
  const hasSession = (): boolean => transport.sessionId !== undefined && client.getProtocolEra() !== 'modern'
  return {
    async isExpired(thrown) {
      if (!hasSession()) return false
      return isCertain(thrown) || (isDoubtful(thrown) && (await isRefused()))
    },
    onExpired(listener) {
      const before = client.onerror
      client.onerror = (error) => {
        before?.(error)
        // The stream of a server without streams may fail while its session is fine.
        if (checking || !hasSession() || !(isCertain(error) || isDoubtful(error))) return
        void isRefused().then((refused) => refused && listener())
      }
    },
  }
}

async function refusesPing(client: Client): Promise<boolean> {
  try {
    await client.request({ method: 'ping' }, anyResultSchema, { timeout: pingMs })
    return false
  } catch (thrown) {
    return isCertain(thrown) || isDoubtful(thrown)
  }
}

const statusOf = (thrown: unknown): number | undefined => (thrown instanceof SdkHttpError ? thrown.status : undefined)

const certain: readonly (number | undefined)[] = [401, 404, 410]
const isCertain = (thrown: unknown): boolean =>
  thrown instanceof SessionRefused || (certain.includes(statusOf(thrown)) && !isUnknownMethod(thrown))

/** JSON-RPC -32601, also in the text of an HTTP error. */
function isUnknownMethod(thrown: unknown): boolean {
  if (thrown instanceof ProtocolError) return thrown.code === ProtocolErrorCode.MethodNotFound
  if (!(thrown instanceof SdkHttpError) || typeof thrown.data.text !== 'string') return false
  const sent = parseJson(thrown.data.text)
  return isObject(sent) && isObject(sent.error) && sent.error.code === ProtocolErrorCode.MethodNotFound
}

/** About this request only, or about the load of the server. */
const otherwise: ReadonlySet<number> = new Set([405, 406, 408, 409, 413, 415, 429])

function isDoubtful(thrown: unknown): boolean {
  if (isUnknownMethod(thrown)) return false
  const status = statusOf(thrown)
  if (status !== undefined && status >= 400 && status < 500) return !otherwise.has(status)
  const isKnown = status !== undefined || thrown instanceof ProtocolError
  return isKnown && (thrown as Error).message.toLowerCase().includes('session')
}
