/**
 * HTTP transport: one exchange at a time over keep-alive sockets, to loopback or through the agent of a remote gateway.
 *
 * The token goes only to the gateway's address (no redirects), reads are bounded, and an error says whether the message
 * may have been delivered: only an undelivered message may be sent again.
 */
import { Agent, type AgentOptions, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setImmediate as pendingEvents } from 'node:timers/promises'
import { eventsIn, withBridgeErrors } from './event-messages.js'
import { BridgeError, gatewayLost, notRunning, responseTooLarge, unreadableResponse } from './failure.js'
import { type GatewayReply, type GatewayTransport, NotDelivered, type OutgoingMessage } from './gateway-transport.js'
import { limits } from './limits.js'
import { type Message, parseMessage } from './message.js'

/** Keeps idle sockets open for a while. */
export const socketOptions: AgentOptions = {
  keepAlive: true,
  noDelay: true,
  timeout: limits.idleSocket,
  scheduling: 'fifo',
}

export class HttpTransport implements GatewayTransport {
  readonly #agent: Agent
  readonly #path: string

  /**
   * @param path of the gateway's endpoint
   * @param agent how to connect to it, with the socket options below; default: without encryption
   */
  constructor(path: string, agent = new Agent(socketOptions)) {
    this.#path = path
    this.#agent = agent
  }

  async exchange(sending: OutgoingMessage): Promise<GatewayReply> {
    // An idle socket's end may be queued already, behind the rest of a response, which is read first, in a turn of its
    // own: process both, so that no message is sent into a closed socket.
    await pendingEvents()
    await pendingEvents()
    this.#dropEndedSockets()
    const response = await this.#open(sending)
    const status = response.statusCode ?? 0
    if (status === 202 || status === 204 || (status === 200 && response.headers['content-length'] === '0')) {
      response.resume()
      return { kind: 'accepted' }
    }
    if (status !== 200) return { kind: 'refusal', status, error: await refusalIn(response) }
    const stream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')
    const sessionId = response.headers['mcp-session-id']
    return {
      kind: 'messages',
      stream,
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
      messages: withBridgeErrors(stream ? eventsIn(response) : bodyOf(response), sending.signal, () => {
        if (!response.complete) response.destroy()
      }),
    }
  }

  /**
   * The agent only knows that a socket is closed some turns after the gateway has ended it, and would use it until then.
   * It skips those that are destroyed, in the order of `fifo`.
   */
  #dropEndedSockets(): void {
    for (const socket of Object.values(this.#agent.freeSockets).flat()) {
      if (socket && !socket.writable) socket.destroy()
    }
  }

  #open({ gateway, method, headers, body, signal }: OutgoingMessage): Promise<IncomingMessage> {
    const bytes = body === undefined ? undefined : Buffer.from(body, 'utf8')
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(this.#path, gateway.endpoint), {
        agent: this.#agent,
        method,
        signal,
        headers: {
          Authorization: `Bearer ${gateway.token}`,
          ...(bytes !== undefined && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
          ...headers,
        },
      })
      outgoing.setTimeout(limits.silence, () => outgoing.destroy())
      const connected = watchConnection(outgoing)
      outgoing.on('response', resolve)
      outgoing.on('error', (error) => {
        if (signal.aborted) reject(signal.reason)
        else if (error instanceof BridgeError) reject(error)
        else reject(connected() ? new BridgeError(gatewayLost) : new NotDelivered(notRunning))
      })
      outgoing.end(bytes)
    })
  }
}

/** Whether the socket was connected, so that part of the message may have been sent. */
const watchConnection = (outgoing: ClientRequest): (() => boolean) => {
  let connected = false
  outgoing.once('socket', (socket) => {
    connected = !socket.connecting
    if (socket.connecting) {
      socket.once('connect', () => {
        connected = true
      })
    }
  })
  return () => connected
}

async function* bodyOf(response: IncomingMessage): AsyncGenerator<Message> {
  const message = parseMessage(await textOf(response, limits.body))
  if (message === undefined) throw new BridgeError(unreadableResponse)
  yield message
}

/** The JSON-RPC error in the body of a refusal, if any. */
const refusalIn = async (response: IncomingMessage): Promise<Message | undefined> => {
  try {
    return parseMessage(await textOf(response, limits.refusalBody))
  } catch {
    response.destroy()
    return undefined
  }
}

const textOf = async (response: IncomingMessage, limit: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > limit) throw new BridgeError(responseTooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
