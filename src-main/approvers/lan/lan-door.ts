/**
 * LAN door: the HTTPS listeners that phones reach, one for each address of this computer in a network at home.
 *
 * Guards invariant 6 (whoever runs on this computer is hung up on before a word is said; nothing else of the gateway
 * stands behind this door) and invariant 7 (who is slow, or comes in crowds, does not keep others out).
 */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Log } from '../../gateway/ports.js'
import type { LanConnections } from './lan-connections.js'
import type { LanNetwork } from './lan-network.js'

export interface LanDoorOptions {
  readonly addresses: readonly string[]
  /** A free port when 0. */
  readonly port: number
  /** Certificate and private key, in PEM. */
  readonly pem: string
  readonly mayCome: LanNetwork['mayCome']
  readonly connections: LanConnections
  readonly log: Log
  /** @param names by which the door is reached: `192.168.1.5:8799` */
  readonly serve: (names: readonly string[]) => RequestListener
}

export interface LanDoor {
  /** `192.168.1.5:8799`, one for each address. */
  readonly names: readonly string[]
  close(): Promise<void>
}

/** Milliseconds and bytes. */
const limits = { handshakeMs: 10_000, headersMs: 10_000, requestMs: 15_000, headersBytes: 8_192 }

/** Listens. @throws Error when the port cannot be had on one of the addresses */
export async function openLanDoor(options: LanDoorOptions): Promise<LanDoor> {
  const opened: Server[] = []
  const close = async () => {
    options.connections.closeAll()
    await Promise.all(opened.map(closed))
  }
  try {
    for (const address of options.addresses) opened.push(await listen(address, options))
  } catch (error) {
    await close()
    throw error
  }
  const names = opened.map((server) => {
    const { address, port } = server.address() as AddressInfo
    return `${address}:${port}`
  })
  const listener = options.serve(names)
  for (const server of opened) server.on('request', listener)
  return { names, close }
}

async function listen(address: string, options: LanDoorOptions): Promise<Server> {
  const { port, pem, mayCome, connections, log } = options
  const server = createServer({
    key: pem,
    cert: pem,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.handshakeMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headersBytes,
  })
  server.prependListener('connection', (duplex) => {
    const socket = duplex as Socket
    const { remoteAddress = '', localAddress = '' } = socket
    if (!mayCome(remoteAddress, localAddress)) {
      log.warn('a connection from outside of the network was closed', { address: remoteAddress })
      socket.destroy()
    } else if (!connections.opened(socket)) {
      log.warn('a device of the network opened too many connections', { address: remoteAddress })
      socket.destroy()
    }
  })
  server.listen(port, address)
  await once(server, 'listening')
  return server
}

async function closed(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
