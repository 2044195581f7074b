/**
 * Call channels: what a service sends while it runs calls, for the client of the call that caused it.
 *
 * Guards that nothing meant for one client reaches another: messages of the older era do not say which call they belong to,
 * so where calls of several clients run, a request is refused and a message goes nowhere.
 */
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import type { CallBack } from '../../../contract/call-back.js'

/** What a service may ask for. Who cannot do it is not asked. */
export const offeredToServices = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
} as const

/** Which capability of a client each request needs. */
const neededFor: Readonly<Record<string, keyof typeof offeredToServices>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/** Messages of a service that belong to a call. */
const messages: ReadonlySet<string> = new Set(['notifications/message', 'notifications/elicitation/complete'])

interface Channel {
  /** Undefined for a call of a client that takes no messages; it counts all the same. */
  readonly callBack: CallBack | undefined
  readonly sessionId: string | undefined
}

export class CallChannels {
  readonly #open = new Set<Channel>()

  /** @returns the function that closes it, with the call */
  open(callBack: CallBack | undefined, sessionId: string | undefined): () => void {
    const channel: Channel = { callBack, sessionId }
    this.#open.add(channel)
    return () => this.#open.delete(channel)
  }

  /** Takes what a client of the older era is sent. Nothing of a message is dropped on the way. */
  attachTo(client: Client): void {
    client.fallbackRequestHandler = ({ method, params }) => this.request(method, (params ?? {}) as JsonObject)
    client.fallbackNotificationHandler = async ({ method, params }) => {
      if (messages.has(method)) this.#only?.callBack?.notify(method, (params ?? {}) as JsonObject)
    }
  }

  /** @throws ProtocolError when there is nobody to ask */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    return requestOver(this.#only?.callBack, method, params)
  }

  /** The newest call, where all calls that run are of one session. */
  get #only(): Channel | undefined {
    const channels = [...this.#open]
    const [first] = channels
    if (channels.length === 1) return first
    const isOneSession =
      first?.sessionId !== undefined &&
      channels.every(({ callBack, sessionId }) => callBack !== undefined && sessionId === first.sessionId)
    return isOneSession ? channels.at(-1) : undefined
  }
}

/** @throws ProtocolError when the client cannot do it */
export async function requestOver(
  callBack: CallBack | undefined,
  method: string,
  params: JsonObject,
  key?: string,
): Promise<JsonObject> {
  const needed = Object.hasOwn(neededFor, method) ? neededFor[method] : undefined
  if (needed === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  const request = { method, params: withoutToken(params), ...(key !== undefined && { key }) }
  const response =
    callBack && (needed in callBack.capabilities ? callBack.request(request) : callBack.refuse?.(request))
  if (response) {
    try {
      return await response
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'number') {
        throw new ProtocolError(thrown.code, thrown.message, 'data' in thrown ? thrown.data : undefined)
      }
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The client did not respond.')
    }
  }
  if (method === 'roots/list') return { roots: [] }
  throw new ProtocolError(
    ProtocolErrorCode.MethodNotFound,
    `Nobody can be asked: the client of this call does not take ${method}, or calls of several clients run.`,
  )
}

/** The token of the service means nothing to the client. */
function withoutToken(params: JsonObject): JsonObject {
  const { _meta, ...rest } = params as { readonly _meta?: JsonObject }
  const { progressToken: _token, ...meta } = _meta ?? {}
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}
