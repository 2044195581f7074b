/**
 * Pinned socket: a TLS connection to a program that is known by its public key alone, and its WebSocket.
 *
 * Guards invariant 8: nothing is sent before the certificate is valid now and its key is the expected one. An authority
 * or a host name is of no use here: the other side has a certificate of its own.
 */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import WebSocket from 'ws'
import { socketLimits } from './socket-limits.js'

export type PinProblem = 'unreachable' | 'other-certificate' | 'expired-certificate' | 'no-gatehouse'

export class PinError extends Error {
  readonly problem: PinProblem

  constructor(problem: PinProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface PinnedTarget {
  readonly host: string
  readonly port: number
  /** Path of the WebSocket. */
  readonly path: string
  /** Whether this is the expected key. @param digest SHA-256 of its SPKI in DER */
  readonly accepts: (digest: Buffer) => boolean
  readonly now: () => Date
  /** Maximum bytes of a message. */
  readonly maxMessageBytes: number
  /** Milliseconds until the WebSocket is open. */
  readonly timeoutMs: number
  readonly exporter: { readonly label: string; readonly bytes: number }
}

export interface PinnedEvents {
  text(text: string): void
  /** Data or a heartbeat arrived. */
  alive(): void
  /** Once, as the last event. */
  closed(): void
}

export interface PinnedSocket {
  /** SHA-256 of the public key, in hexadecimal. */
  readonly pin: string
  /** Keying material of this TLS session (RFC 5705). */
  readonly exported: Buffer
  send(text: string): void
  ping(): void
  /** Drops the connection. */
  end(): void
}

/** @throws PinError */
export async function openPinned(target: PinnedTarget, events: PinnedEvents): Promise<PinnedSocket> {
  const socket = await connectPinned(target)
  try {
    return await upgrade(socket, target, events)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function connectPinned({ host, port, accepts, now, timeoutMs }: PinnedTarget): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      minVersion: 'TLSv1.3',
      ALPNProtocols: ['http/1.1'],
      // Checked below: an authority does not know it.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    })
    const fail = (problem: PinProblem) => {
      socket.destroy()
      reject(new PinError(problem))
    }
    socket.setTimeout(timeoutMs, () => fail('unreachable'))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      // OpenSSL's codes: something answers that does not speak this TLS.
      fail(error.code?.startsWith('ERR_SSL') || error.code === 'EPROTO' ? 'no-gatehouse' : 'unreachable'),
    )
    socket.once('close', () => fail('unreachable'))
    socket.once('secureConnect', () => {
      const problem = problemOf(socket, accepts, now())
      if (problem) return fail(problem)
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}

function problemOf(socket: TLSSocket, accepts: PinnedTarget['accepts'], now: Date): PinProblem | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate || !accepts(digestOf(socket))) return 'other-certificate'
  const isValid = Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() < Date.parse(certificate.validTo)
  return isValid ? undefined : 'expired-certificate'
}

function digestOf(socket: TLSSocket): Buffer {
  const spki = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? Buffer.alloc(0)
  return createHash('sha256').update(spki).digest()
}

function upgrade(socket: TLSSocket, target: PinnedTarget, events: PinnedEvents): Promise<PinnedSocket> {
  const { host, port, path, maxMessageBytes, timeoutMs, exporter } = target
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const web = new WebSocket(`ws://${authority}${path}`, {
    ...socketLimits(maxMessageBytes),
    // The snapshot of a page may be large, and comes from one trusted program.
    maxFragments: 0,
    maxBufferedChunks: 0,
    handshakeTimeout: timeoutMs,
    followRedirects: false,
    createConnection: () => socket,
  })
  return new Promise((resolve, reject) => {
    let isOpen = false
    web.on('open', () => {
      isOpen = true
      resolve({
        pin: digestOf(socket).toString('hex'),
        exported: socket.exportKeyingMaterial(exporter.bytes, exporter.label, Buffer.alloc(0)),
        send: (text) => {
          if (web.readyState === WebSocket.OPEN) web.send(text)
        },
        ping: () => {
          if (web.readyState === WebSocket.OPEN) web.ping()
        },
        end: () => web.terminate(),
      })
    })
    web.on('message', (data, isBinary) => {
      events.alive()
      if (!isBinary) events.text(`${data as Buffer}`)
    })
    web.on('ping', () => events.alive())
    web.on('pong', () => events.alive())
    web.on('error', () => {})
    web.on('close', () => {
      if (isOpen) events.closed()
      else reject(new PinError('no-gatehouse'))
    })
  })
}
