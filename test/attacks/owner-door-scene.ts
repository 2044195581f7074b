/**
 * Owner door scene: the built headless program whose owners answer from other computers, with an owner and a viewer who
 * have a window, and unknown computers from any loopback address.
 */

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { remoteWire } from '@shared/remote/wire.js'
import type { OrdersOf, Payload } from '../../src-main/owner/table/table.js'
import { type Gateway, pairWindow, SocketWindow } from '../fakes/remote/socket-window.js'
import { freePort } from '../fixtures/free-port.mjs'
import { giveOrder } from '../fixtures/give-order.js'
import { AttackScene, type SceneDependencies } from './attack-scene.js'
import { upgrade } from './raw-websocket.js'
import { nextAddress } from './surface-scene.js'

export class OwnerDoorScene extends AttackScene {
  readonly gateway: Gateway
  /** Stays connected. */
  readonly owner: SocketWindow
  /** Sees, and orders nothing. */
  readonly viewer: SocketWindow

  private constructor(parts: SceneDependencies, gateway: Gateway, owner: SocketWindow, viewer: SocketWindow) {
    super(parts)
    this.gateway = gateway
    this.owner = owner
    this.viewer = viewer
  }

  static override async open(): Promise<OwnerDoorScene> {
    const parts = await AttackScene.start({ agents: 0 })
    const port = await freePort()
    const gateway: Gateway = { host: '127.0.0.1', port }
    await mustGive(parts.profile, 'remote:switch', { enabled: true, ...gateway })
    const { code } = (await mustGive(parts.profile, 'remote:invite', { name: 'Ada' })) as { code: string }
    const owner = new SocketWindow(gateway, await pairWindow(gateway, code, 'Computer of Ada'))
    if (!(await owner.open())) throw new Error(`The owner is not welcome: ${JSON.stringify(owner.refused)}`)
    const invited = await owner.ask('remote:invite', { name: 'Vera', role: 'viewer' })
    const { code: second } = (invited?.value ?? {}) as { code?: string }
    const viewer = new SocketWindow(gateway, await pairWindow(gateway, String(second), 'Computer of Vera'))
    return new OwnerDoorScene(parts, gateway, owner, viewer)
  }

  /** Names of the people, as the owner sees them. */
  async people(): Promise<string[]> {
    if (!this.owner.isWelcome) await this.owner.open()
    const reply = await this.owner.ask('people:list')
    if (!reply?.ok) throw new Error(`The owner gets no list: ${JSON.stringify(reply)}`)
    const list = reply.value as { people: { name: string }[] }
    return list.people.map(({ name }) => name).sort()
  }

  /** An owner comes in from another connection, while an attack is active. */
  async expectOwnerGetsIn(): Promise<void> {
    const again = new SocketWindow({ ...this.gateway, localAddress: nextAddress() }, this.owner.key)
    if (!(await again.open())) throw new Error(`The owner is refused: ${JSON.stringify(again.refused)}`)
    const list = await again.ask('approvals:list')
    if (!list?.ok) throw new Error(`The owner gets no list: ${JSON.stringify(list)}`)
    again.leave()
  }

  /** A TCP connection that sends nothing by itself. */
  plain(from = nextAddress()): Promise<Socket> {
    const socket = this.add(connect({ ...this.#target, localAddress: from }), (open) => open.destroy())
    return opened(socket, 'connect')
  }

  /** A finished TLS handshake. */
  async secure(from = nextAddress()): Promise<TLSSocket> {
    const socket = tlsConnect({ ...this.#target, localAddress: from, rejectUnauthorized: false } as never)
    this.add(socket, (open) => open.destroy())
    return opened(socket, 'secureConnect')
  }

  /** A WebSocket of an unknown computer, for frames written by hand; closed where the program refused it. */
  async outsider(from = nextAddress(), headers: readonly string[] = []): Promise<TLSSocket> {
    const socket = await this.secure(from)
    if (!socket.destroyed) await upgrade(socket, this.host, headers, remoteWire.path)
    return socket
  }

  get host(): string {
    return `${this.gateway.host}:${this.gateway.port}`
  }

  get #target(): { host: string; port: number } {
    return { host: this.gateway.host, port: this.gateway.port }
  }
}

function opened<S extends Socket>(socket: S, event: string): Promise<S> {
  socket.on('error', () => {})
  socket.resume()
  return new Promise((resolve) => {
    socket.once(event, () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
}

/** An order of the command line. @returns its value */
async function mustGive<N extends OrdersOf<'command-line'>>(profile: string, name: N, payload: Payload<N>) {
  const reply = (await giveOrder(profile, name, payload)) as { ok: boolean; value?: unknown } | undefined
  if (!reply?.ok) throw new Error(JSON.stringify(reply))
  return reply.value
}
