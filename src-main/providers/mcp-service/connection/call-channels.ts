/**
 * Call channels: routes messages that a service sends during calls to the client of the call.
 *
 * Guards that no message for one client reaches another. Messages of the older era do not name their call. So while
 * calls of several clients run, requests are rejected and messages are dropped.
 */

import type { JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { appsExtension } from '@contract/instructions.js'
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'

/** Requests that a service may send to its client during one call. */
export const maxRequests = 256

/** A folder that a service may work in. */
export interface Root {
  readonly uri: string
  readonly name: string
}

/** What a service may request. A client without the capability is not sent the request. */
export const offeredToServices = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
  // Services of the older era learn it once, for all clients: a client without Apps gets the text of the result.
  extensions: { [appsExtension]: { mimeTypes: ['text/html;profile=mcp-app'] } },
}

/** The client capability that each request needs. */
const neededFor: Readonly<Record<string, 'elicitation' | 'sampling' | 'roots'>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/** Receives the messages of a service for one call. */
const messages: ReadonlySet<string> = new Set(['notifications/message', 'notifications/elicitation/complete'])

interface Channel {
  /** Undefined for a client that takes no messages; the call still counts. */
  readonly clientChannel: ClientChannel | undefined
  readonly sessionId: string | undefined
  /** Number of requests that the service sent during this call. */
  requests: number
}

export class CallChannels {
  readonly #open = new Set<Channel>()
  readonly #onUnclaimed: (params: JsonObject) => void
  #client: Client | undefined
  /** Folders of the configuration, for calls of clients that have none. */
  roots: readonly Root[]

  /** @param onUnclaimed receives log messages that belong to no call */
  constructor(roots: readonly Root[] = [], onUnclaimed: (params: JsonObject) => void = () => {}) {
    this.roots = roots
    this.#onUnclaimed = onUnclaimed
  }

  /** Replaces the folders, and notifies a service of the older era. */
  setRoots(roots: readonly Root[]): void {
    this.roots = roots
    if (this.#client?.getProtocolEra() === 'legacy') void this.#client.sendRootsListChanged().catch(() => {})
  }

  /** @returns the function that closes the channel; call it when the call ends */
  open(clientChannel: ClientChannel | undefined, sessionId: string | undefined): () => void {
    const channel: Channel = { clientChannel, sessionId, requests: 0 }
    this.#open.add(channel)
    return () => this.#open.delete(channel)
  }

  /** Handles, unchanged, what the SDK's client receives in a session of the older era. */
  attachTo(client: Client): void {
    this.#client = client
    client.fallbackRequestHandler = ({ method, params }) => this.request(method, (params ?? {}) as JsonObject)
    client.fallbackNotificationHandler = async ({ method, params }) => {
      if (!messages.has(method)) return
      const given = (params ?? {}) as JsonObject
      if (this.#open.size === 0 && method === 'notifications/message') this.#onUnclaimed(given)
      else this.#only?.clientChannel?.notify(method, given)
    }
  }

  /** @throws ProtocolError when no client can receive the request, or the service sent too many requests */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const channel = this.#only
    if (channel && ++channel.requests > maxRequests) throw tooManyRequests()
    return requestOver(channel?.clientChannel, method, params, { roots: this.roots })
  }

  /** The newest call, when all running calls belong to one session. */
  get #only(): Channel | undefined {
    const channels = [...this.#open]
    const [first] = channels
    if (channels.length === 1) return first
    const isOneSession =
      first?.sessionId !== undefined &&
      channels.every(({ clientChannel, sessionId }) => clientChannel !== undefined && sessionId === first.sessionId)
    return isOneSession ? channels.at(-1) : undefined
  }
}

export const tooManyRequests = (): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InternalError, 'The service asked its client too often.')

/** @throws ProtocolError when the client lacks the capability */
export async function requestOver(
  clientChannel: ClientChannel | undefined,
  method: string,
  params: JsonObject,
  { key, roots = [] }: { readonly key?: string; readonly roots?: readonly Root[] } = {},
): Promise<JsonObject> {
  const needed = Object.hasOwn(neededFor, method) ? neededFor[method] : undefined
  if (needed === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  const request = { method, params: withoutToken(params), ...(key !== undefined && { key }) }
  const response =
    clientChannel &&
    (needed in clientChannel.capabilities ? clientChannel.request(request) : clientChannel.refuse?.(request))
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
    `No client can be asked: the client of this call does not support ${method}, or several clients have calls running.`,
  )
}

/** The service's progress token is meaningless to the client. */
function withoutToken(params: JsonObject): JsonObject {
  const { _meta, ...rest } = params as { readonly _meta?: JsonObject }
  const { progressToken: _token, ...meta } = _meta ?? {}
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}
