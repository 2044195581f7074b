/**
 * Certificate check: whether the other end of `wss:` is who a person means, known before a single byte is sent to it.
 *
 * A certificate of a public authority is accepted silently. Any other must have been trusted by a person: then exactly
 * that one will do, whatever its host name and date say, and no other, whoever signed it.
 */
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { ClientOptions } from 'ws'
import { GatewayError } from '../contract/gateway-error.js'

export interface CertificateTrust {
  /** SHA-256 fingerprint, colon-separated, of the only certificate that will do. */
  readonly certificate?: string
  /** PEM certificates of the authorities that are believed; those that Node brings when left out. */
  readonly authorities?: readonly string[]
}

export interface SecureTarget {
  readonly host: string
  readonly port: number
}

/** A SHA-256 fingerprint as certificates show it, with or without colons; undefined when the text is none. */
export function fingerprintOf(text: string): string | undefined {
  const digits = text.trim().replaceAll(':', '').toUpperCase()
  return /^[0-9A-F]{64}$/u.test(digits) ? (digits.match(/../gu) ?? []).join(':') : undefined
}

/** How a WebSocket to `address` is connected: over `wss:` only to who will do. @param began gets the function that gives up */
export function checkedConnection(
  address: string,
  trust: CertificateTrust,
  began: (giveUp: () => void) => void,
): Pick<ClientOptions, 'createConnection'> {
  if (!URL.canParse(address) || new URL(address).protocol !== 'wss:') return {}
  const create = (target: { host: string; port: number | string }, done: Parameters<typeof connectChecked>[2]) =>
    began(connectChecked({ host: target.host, port: Number(target.port) }, trust, done))
  // Node waits for the callback when nothing is returned; the types know only the other way.
  return { createConnection: create as unknown as NonNullable<ClientOptions['createConnection']> }
}

/**
 * Connects and checks; hands the connection on only when the certificate will do.
 *
 * @param done gets AUTH.CERTIFICATE_UNKNOWN or AUTH.CERTIFICATE_CHANGED with the fingerprints, or why nobody answered
 * @returns the function that gives up
 */
export function connectChecked(
  { host, port }: SecureTarget,
  trust: CertificateTrust,
  done: (error: Error | null, socket?: Socket) => void,
): () => void {
  const socket = connect({
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    // The check is ours: Node's own would refuse the certificate that a person trusted.
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(trust.authorities && { ca: [...trust.authorities] }),
  })
  let over = false
  const end = (error: Error | null) => {
    over = true
    socket.off('error', end)
    socket.off('close', early)
    if (!error) return done(null, socket)
    socket.destroy()
    done(error)
  }
  const early = () => end(new Error('The connection was closed before it was secure.'))
  // A connection that breaks while nobody holds it yet is no crash.
  socket.on('error', () => {})
  socket.once('error', end)
  socket.once('close', early)
  socket.once('secureConnect', () => end(objectionTo(socket, trust) ?? null))
  return () => {
    if (over) return
    socket.off('close', early)
    socket.destroy()
  }
}

function objectionTo(socket: TLSSocket, { certificate }: CertificateTrust): GatewayError | undefined {
  const { fingerprint256: fingerprint } = socket.getPeerCertificate()
  if (certificate !== undefined) {
    if (fingerprint === certificate) return undefined
    return new GatewayError('AUTH.CERTIFICATE_CHANGED', { details: { fingerprint, trusted: certificate } })
  }
  if (socket.authorized) return undefined
  return new GatewayError('AUTH.CERTIFICATE_UNKNOWN', {
    details: { fingerprint, reason: `${socket.authorizationError}` },
  })
}
