/**
 * Pinned socket: a TLS connection to a program that is known by its public key alone, and its WebSocket.
 *
 * Guards invariant 8: nothing is sent before the certificate is valid now and its key is the expected one. An authority
 * or a host name is of no use here: the other side has a certificate of its own.
 */
import { createHash, type X509Certificate } from 'node:crypto'
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
  const checked = await connectPinned(target)
  try {
    return await upgrade(checked, target, events)
  } catch (error) {
    checked.socket.destroy()
    throw error
  }
}

interface CheckedSocket {
  readonly socket: TLSSocket
  /** Of its public key. */
  readonly digest: Buffer
}

function connectPinned({ host, port, accepts, now, timeoutMs }: PinnedTarget): Promise<CheckedSocket> {
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
      // Node returns it once.
      const certificate = socket.getPeerX509Certificate()
      const digest = certificate && digestOf(certificate)
      if (!digest || !accepts(digest)) return fail('other-certificate')
      if (!isValidAt(certificate, now())) return fail('expired-certificate')
      socket.setTimeout(0)
      resolve({ socket, digest })
    })
  })
}

/** SHA-256 of the public key (SPKI, DER). */
const digestOf = ({ publicKey }: X509Certificate): Buffer =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  Date.parse(validFrom) <= now.getTime() && now.getTime() < Date.parse(validTo)

function upgrade({ socket, digest }: CheckedSocket, target: PinnedTarget, events: PinnedEvents): Promise<PinnedSocket> {
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
        pin: digest.toString('hex'),
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
