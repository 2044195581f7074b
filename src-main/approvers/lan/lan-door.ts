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
import type { LanNetwork } from './lan-network.js'

export interface LanDoorOptions {
  readonly addresses: readonly string[]
  /** A free port when 0. */
  readonly port: number
  /** Certificate and private key, in PEM. */
  readonly pem: string
  readonly mayCome: LanNetwork['mayCome']
  readonly log: Log
  /** @param names by which the door is reached: `192.168.1.5:8799` */
  readonly serve: (names: readonly string[]) => RequestListener
}

export interface LanDoor {
  /** `192.168.1.5:8799`, one for each address. */
  readonly names: readonly string[]
  close(): Promise<void>
}

/** Milliseconds, bytes, and connections at once for each address. */
const limits = { handshakeMs: 10_000, headersMs: 10_000, requestMs: 15_000, headersBytes: 8_192, connections: 64 }

/** Listens. @throws Error when the port cannot be had on one of the addresses */
export async function openLanDoor(options: LanDoorOptions): Promise<LanDoor> {
  const opened: Server[] = []
  const sockets = new Set<Socket>()
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all(opened.map(closed))
  }
  try {
    for (const address of options.addresses) opened.push(await listen(address, options, sockets))
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

/** @param sockets those that are open, also where nothing was said yet */
async function listen(
  address: string,
  { port, pem, mayCome, log }: LanDoorOptions,
  sockets: Set<Socket>,
): Promise<Server> {
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
  server.maxConnections = limits.connections
  server.prependListener('connection', (duplex) => {
    const socket = duplex as Socket
    const { remoteAddress = '', localAddress = '' } = socket
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (mayCome(remoteAddress, localAddress)) return
    log.warn('somebody was hung up on who is no neighbour in the network', { address: remoteAddress })
    socket.destroy()
  })
  server.listen(port, address)
  await once(server, 'listening')
  return server
}

async function closed(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
