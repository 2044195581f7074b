/**
 * The door to the gateway: one HTTP exchange at a time over kept-alive loopback sockets.
 *
 * Guards that the token goes to the gateway's own address only (redirects are never followed), that nothing read is
 * without bound, and that a failure says whether the message may have reached the gateway: only what surely did not
 * may ever be sent again.
 */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setImmediate as pendingEvents } from 'node:timers/promises'
import { answerTooLarge, BridgeError, gatewayLost, notRunning, unreadableAnswer } from './failure.js'
import { limits } from './limits.js'
import { type Message, parseMessage } from './message.js'
import { eventsIn, guarded } from './messages-in.js'
import { type Door, NotDelivered, type Reply, type Sending } from './reply.js'

/** The door; it keeps its idle sockets for a while. */
export class HttpDoor implements Door {
  readonly #agent = new Agent({ keepAlive: true, noDelay: true, timeout: limits.idleSocket })
  readonly #path: string

  /** @param path of the gateway's that is spoken to */
  constructor(path: string) {
    this.#path = path
  }

  async exchange(sending: Sending): Promise<Reply> {
    // Lets the end of an idle socket that has already arrived be seen, so that no message is sent into it.
    await pendingEvents()
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
      messages: guarded(stream ? eventsIn(response) : bodyOf(response), sending.signal, () => {
        if (!response.complete) response.destroy()
      }),
    }
  }

  #open({ gateway, method, headers, body, signal }: Sending): Promise<IncomingMessage> {
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
      outgoing.on('error', () => {
        if (signal.aborted) reject(signal.reason)
        else reject(connected() ? new BridgeError(gatewayLost) : new NotDelivered(notRunning))
      })
      outgoing.end(bytes)
    })
  }
}

/** Tells whether a connection stood, so that a byte of the message may have gone over it. */
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
  if (message === undefined) throw new BridgeError(unreadableAnswer)
  yield message
}

/** A refusal's JSON-RPC error, if that is what its body holds. */
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
    if (size > limit) throw new BridgeError(answerTooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
