/**
 * Certificate check: verifies the peer of a `wss:` connection before any data is sent.
 *
 * A certificate of a public authority is accepted. Any other must have been pinned by a person: then only that one is
 * accepted, whatever its host name, date or issuer.
 */
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { GatewayError } from '@contract/gateway-error.js'
import type { ClientOptions } from 'ws'

export interface CertificateTrust {
  /** SHA-256 fingerprint, colon-separated, of the only accepted certificate. */
  readonly certificate?: string
  /** PEM certificates of the trusted authorities; default: Node's own. */
  readonly authorities?: readonly string[]
  /** Whose certificate it is, where that is not the address that a person entered: they are not asked to trust it. */
  readonly of?: 'node'
}

export interface SecureTarget {
  readonly host: string
  readonly port: number
}

/** Parses a SHA-256 fingerprint with or without colons; undefined when the text is not a fingerprint. */
export function fingerprintOf(text: string): string | undefined {
  const digits = text.trim().replaceAll(':', '').toUpperCase()
  return /^[0-9A-F]{64}$/u.test(digits) ? (digits.match(/../gu) ?? []).join(':') : undefined
}

/** Socket options for a WebSocket to `address`; `wss:` is verified. @param began receives the cancel function */
export function checkedConnection(
  address: string,
  trust: CertificateTrust,
  began: (giveUp: () => void) => void,
): Pick<ClientOptions, 'createConnection'> {
  if (!URL.canParse(address) || new URL(address).protocol !== 'wss:') return {}
  const create = (target: { host: string; port: number | string }, done: Parameters<typeof connectChecked>[2]) =>
    began(connectChecked({ host: target.host, port: Number(target.port) }, trust, done))
  // Node waits for the callback when nothing is returned; the types assume the opposite.
  return { createConnection: create as unknown as NonNullable<ClientOptions['createConnection']> }
}

/**
 * Connects and verifies; passes the connection on only when the certificate is accepted.
 *
 * @param done receives AUTH.CERTIFICATE_UNKNOWN or AUTH.CERTIFICATE_CHANGED with the fingerprints, or the connection error
 * @returns the cancel function
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
    // Verified here, because Node's own check would refuse a pinned certificate.
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
  // An error before the connection is passed on must not crash the program.
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

function objectionTo(socket: TLSSocket, { certificate, of }: CertificateTrust): GatewayError | undefined {
  const { fingerprint256: fingerprint } = socket.getPeerCertificate()
  const whose = of === undefined ? {} : { of }
  if (certificate !== undefined) {
    if (fingerprint === certificate) return undefined
    return new GatewayError('AUTH.CERTIFICATE_CHANGED', {
      details: { fingerprint, trusted: certificate, ...whose },
    })
  }
  if (socket.authorized) return undefined
  return new GatewayError('AUTH.CERTIFICATE_UNKNOWN', {
    details: { fingerprint, reason: `${socket.authorizationError}`, ...whose },
  })
}
