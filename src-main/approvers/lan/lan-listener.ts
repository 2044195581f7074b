/**
 * LAN listener: the HTTPS listeners for phones, one per address of this computer in the home network.
 *
 * Enforces invariant 6 (connections from this computer are closed at once; no other part of the gateway is served here)
 * and invariant 7 (slow or many clients do not lock out others).
 */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Log } from '../../gateway/ports/runtime.js'
import type { LanConnections } from './lan-connections.js'
import type { LanNetwork } from './lan-network.js'

export interface LanListenerOptions {
  readonly addresses: readonly string[]
  /** 0 for a free port. */
  readonly port: number
  /** Certificate and private key, in PEM. */
  readonly pem: string
  readonly mayConnect: LanNetwork['mayConnect']
  readonly connections: LanConnections
  readonly log: Log
  /** @param names host names with port: `192.168.1.5:8799` */
  readonly serve: (names: readonly string[]) => RequestListener
}

export interface LanListener {
  /** `192.168.1.5:8799`, one per address. */
  readonly names: readonly string[]
  close(): Promise<void>
}

/** Milliseconds and bytes. */
const limits = { handshakeMs: 5_000, headersMs: 5_000, requestMs: 15_000, headersBytes: 8_192 }

/** Listens. @throws Error when the port is not available on one of the addresses */
export async function openLanListener(options: LanListenerOptions): Promise<LanListener> {
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

async function listen(address: string, options: LanListenerOptions): Promise<Server> {
  const { port, pem, mayConnect, connections, log } = options
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
    if (!mayConnect(remoteAddress, localAddress)) {
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
