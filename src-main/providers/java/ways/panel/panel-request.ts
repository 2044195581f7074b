/**
 * Panel request: one HTTP request to a panel or to its node.
 *
 * Enforces invariant 7: https with a certificate that an authority or a person confirmed, or plain text on this computer;
 * the address is checked as those of services; no redirect is followed; bodies and times are bounded.
 */
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import { reachOf } from '../../../../network/address-reach.js'
import { type CertificateTrust, connectChecked } from '../../../../network/certificate-check.js'
import { checkedAddresses, RefusedAddress } from '../../../../network/checked-fetch.js'
import { lookupIn, type ResolveHost } from '../../../../network/checked-host.js'
import { asPanelProblem, PanelUnavailable } from './panel-failure.js'

export interface PanelRequest {
  readonly url: URL
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | { readonly stream: Readable; readonly length: number }
  readonly signal?: AbortSignal
  /** Milliseconds without a byte. */
  readonly timeoutMs?: number
  /** False for a GET that changes something: it is not sent again when the connection breaks. */
  readonly mayRepeat?: boolean
}

export interface PanelOriginOptions {
  /** The address that named this one; the panel names its node. */
  readonly namedBy: URL
  readonly trust?: CertificateTrust
  readonly resolve?: ResolveHost
}

const silenceMs = 20_000
/** Milliseconds for which an unused connection is kept: shorter than any server keeps it. */
const idleMs = 4_000

/** Connections are kept for the next request, because TLS costs two trips. */
export class CheckedAgent extends SecureAgent {
  readonly #trust: CertificateTrust

  constructor(trust: CertificateTrust) {
    super({ keepAlive: true, maxSockets: 6, timeout: idleMs })
    this.#trust = trust
  }

  override createConnection(
    { host, port }: { host?: string; port?: number | string },
    done?: (error: Error | null, socket: Socket) => void,
  ) {
    connectChecked({ host: host ?? '', port: Number(port) }, this.#trust, (error, socket) =>
      done?.(error, socket as Socket),
    )
    // Node waits for the callback when nothing is returned; the types assume the opposite.
    return undefined as unknown as Socket
  }
}

/** Requests to one origin. */
export class PanelOrigin {
  readonly #options: PanelOriginOptions
  readonly #secure: CheckedAgent
  readonly #plain = new Agent({ keepAlive: true, maxSockets: 6, timeout: idleMs })

  constructor(options: PanelOriginOptions) {
    this.#options = options
    this.#secure = new CheckedAgent(options.trust ?? {})
  }

  /** The head of the response; its body must be read or destroyed. @throws GatewayError */
  async open(request: PanelRequest): Promise<IncomingMessage> {
    try {
      return await this.#open(request)
    } catch (error) {
      // A connection that was kept may have closed before the request came.
      const isStale = error instanceof StaleConnection
      if (isStale && request.method === 'GET' && request.mayRepeat !== false) return this.#open(request).catch(rethrow)
      return rethrow(isStale ? error.cause : error)
    }
  }

  /** The whole response. @throws GatewayError also when its body is larger */
  async send(
    request: PanelRequest,
    most: number,
  ): Promise<{ readonly response: IncomingMessage; readonly body: Buffer }> {
    const response = await this.open(request)
    try {
      return { response, body: await boundedBody(response, most) }
    } catch (error) {
      return rethrow(error)
    } finally {
      response.destroy()
    }
  }

  close(): void {
    this.#secure.destroy()
    this.#plain.destroy()
  }

  async #open({ url, method, headers, body, signal, timeoutMs = silenceMs }: PanelRequest): Promise<IncomingMessage> {
    const addresses = await checkedAddresses(url, this.#options)
    const reaches = new Set(addresses.map(({ address }) => reachOf(address)))
    const isSecure = url.protocol === 'https:'
    const length = body?.length
    return new Promise((done, failed) => {
      const request = (isSecure ? secureRequest : plainRequest)(url, {
        method,
        headers: { ...headers, ...(length !== undefined && { 'content-length': length }) },
        agent: isSecure ? this.#secure : this.#plain,
        timeout: timeoutMs,
        lookup: lookupIn(addresses),
        ...(signal && { signal }),
      })
      request.once('timeout', () => request.destroy(new SilentPeer()))
      request.once('response', done)
      request.once('error', (error: NodeJS.ErrnoException) =>
        failed(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection({ cause: error }) : error),
      )
      request.once('socket', (socket) => {
        const check = () => {
          // The name may lead elsewhere than a moment ago.
          const reach = reachOf(socket.remoteAddress ?? '')
          if (!reaches.has(reach)) request.destroy(new RefusedAddress(`${url.host} changed its address.`))
        }
        if (socket.connecting) socket.once('connect', check)
        else check()
      })
      if (body === undefined || Buffer.isBuffer(body)) request.end(body)
      else {
        body.stream.once('error', (error) => request.destroy(error))
        body.stream.pipe(request)
      }
    })
  }
}

class StaleConnection extends Error {
  constructor({ cause }: { cause: Error }) {
    super('The connection that was kept is closed.', { cause })
  }
}

class SilentPeer extends Error {
  readonly code = 'ETIMEDOUT'
}

function rethrow(thrown: unknown): never {
  if ((thrown as Error | undefined)?.name === 'AbortError') {
    throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
      message: 'The caller stopped waiting for the panel.',
      suggestion: 'Read the state before you try again.',
      details: { reason: 'aborted', mayHaveRun: true },
    })
  }
  throw asPanelProblem(thrown)
}

async function boundedBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let count = 0
  for await (const piece of response) {
    count += (piece as Buffer).length
    if (count > most) throw new PanelUnavailable('unexpected', { details: { limitBytes: most } })
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}
