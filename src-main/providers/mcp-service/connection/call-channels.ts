/**
 * Call channels: what a service sends while it runs calls, for the client of the call that caused it.
 *
 * Guards that nothing meant for one client reaches another: messages of the older era do not say which call they belong to,
 * so where calls of several clients run, a request is refused and a message goes nowhere.
 */
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import type { CallBack } from '../../../contract/call-back.js'

/** Requests that a service may send its client during one call. */
export const mostRequests = 256

/** A folder that a service may work in. */
export interface Root {
  readonly uri: string
  readonly name: string
}

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
  /** That the service sent during this call. */
  requests: number
}

export class CallChannels {
  readonly #open = new Set<Channel>()
  readonly #onUnclaimed: (params: JsonObject) => void
  #client: Client | undefined
  /** Of the configuration, for calls of clients that have none. */
  roots: readonly Root[]

  /** @param onUnclaimed gets log messages that belong to no call */
  constructor(roots: readonly Root[] = [], onUnclaimed: (params: JsonObject) => void = () => {}) {
    this.roots = roots
    this.#onUnclaimed = onUnclaimed
  }

  /** Sets other folders, and notifies a service of the older era. */
  setRoots(roots: readonly Root[]): void {
    this.roots = roots
    if (this.#client?.getProtocolEra() === 'legacy') void this.#client.sendRootsListChanged().catch(() => {})
  }

  /** @returns the function that closes it, with the call */
  open(callBack: CallBack | undefined, sessionId: string | undefined): () => void {
    const channel: Channel = { callBack, sessionId, requests: 0 }
    this.#open.add(channel)
    return () => this.#open.delete(channel)
  }

  /** Takes what a client of the older era is sent. Nothing of a message is dropped on the way. */
  attachTo(client: Client): void {
    this.#client = client
    client.fallbackRequestHandler = ({ method, params }) => this.request(method, (params ?? {}) as JsonObject)
    client.fallbackNotificationHandler = async ({ method, params }) => {
      if (!messages.has(method)) return
      const given = (params ?? {}) as JsonObject
      if (this.#open.size === 0 && method === 'notifications/message') this.#onUnclaimed(given)
      else this.#only?.callBack?.notify(method, given)
    }
  }

  /** @throws ProtocolError when there is nobody to ask, or the service asked too often */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const channel = this.#only
    if (channel && ++channel.requests > mostRequests) throw askedTooOften()
    return requestOver(channel?.callBack, method, params, { roots: this.roots })
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

export const askedTooOften = (): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InternalError, 'The service asked its client too often.')

/** @throws ProtocolError when the client cannot do it */
export async function requestOver(
  callBack: CallBack | undefined,
  method: string,
  params: JsonObject,
  { key, roots = [] }: { readonly key?: string; readonly roots?: readonly Root[] } = {},
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
  if (method === 'roots/list') return { roots }
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
