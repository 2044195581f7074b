/**
 * Pinned agent: connections to a gateway on another computer, over TLS.
 *
 * Enforces invariant 8: a connection carries a key only after the peer has proved the pinned key of the gateway, and its
 * certificate is valid now. Names and issuers do not count: the certificate is the gateway's own.
 */
import { createHash } from 'node:crypto'
import type { Agent as HttpAgent } from 'node:http'
import { Agent, type RequestOptions } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import type { RemoteGatewayFile } from '@contract/local/remote-gateway.js'
import { BridgeError, certificateNotValid, type Failure, otherCertificate, remoteUnreachable } from './failure.js'
import { NotDelivered } from './gateway-transport.js'
import { socketOptions } from './http-transport.js'
import { limits } from './limits.js'

type Connected = Parameters<HttpAgent['createConnection']>[1]

export class PinnedAgent extends Agent {
  readonly #gateway: () => RemoteGatewayFile | undefined

  /** @param gateway as it was found last; nothing is sent before there is one */
  constructor(gateway: () => RemoteGatewayFile | undefined) {
    super(socketOptions)
    this.#gateway = gateway
  }

  override createConnection(_options: RequestOptions, done?: Connected): undefined {
    const gateway = this.#gateway()
    const connecting = gateway ? connectPinned(gateway) : Promise.reject(new Error('No gateway was found.'))
    connecting.then(
      (socket) => done?.(null, socket),
      // Node passes no stream with an error; its types want one.
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    )
    return undefined
  }
}

/** A connection to the pinned gateway. @throws NotDelivered when it is unreachable, BridgeError when it is another */
export const connectPinned = (gateway: RemoteGatewayFile, now = Date.now): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`https://${gateway.address}`)
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 443),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Checked here: Node would compare names and issuers, which a gateway's own certificate does not have.
      rejectUnauthorized: false,
    })
    const fail = (error: BridgeError) => {
      socket.destroy()
      reject(error)
    }
    const unreachable = (reason: string) => fail(new NotDelivered(remoteUnreachable(gateway.address, reason)))
    const onError = (error: NodeJS.ErrnoException) => unreachable(error.code ?? error.message)
    const onClose = () => unreachable('closed')
    const timer = setTimeout(() => unreachable('no answer'), limits.remoteConnectTime)
    socket.on('error', onError)
    socket.once('close', onClose)
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      socket.off('close', onClose)
      // Between here and the request that uses it, an error must not end the process.
      socket.on('error', () => socket.destroy())
      const failure = objectionTo(socket, gateway, now())
      if (failure) return fail(new BridgeError(failure))
      socket.setNoDelay(true)
      resolve(socket)
    })
    socket.once('close', () => clearTimeout(timer))
  })

function objectionTo(socket: TLSSocket, { address, pin }: RemoteGatewayFile, now: number): Failure | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return otherCertificate(address)
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' })
  if (createHash('sha256').update(spki).digest('hex') !== pin) return otherCertificate(address)
  const { validFrom, validTo } = certificate
  // A date that cannot be read is no valid date.
  if (!(now >= Date.parse(validFrom))) return certificateNotValid(address, 'not-yet', validFrom)
  if (!(now <= Date.parse(validTo))) return certificateNotValid(address, 'expired', validTo)
  return undefined
}
