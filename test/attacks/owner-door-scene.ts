/**
 * Owner door scene: the built headless program whose owners answer from other computers, with an owner and a viewer who
 * have a window, and strangers from any loopback address.
 */

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { remoteWire } from '@shared/remote/wire.js'
import { type Gateway, pairWindow, SocketWindow } from '../fakes/remote/socket-window.js'
import { until } from '../fixtures/until.js'
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
    const options = ['--owners-port', '0', '--owners-host', '127.0.0.1', '--invite-owner', 'Ada']
    const parts = await AttackScene.start({ agents: 0, options })
    const said = async (matches: (line: AttackScene['lines'][number]) => boolean) => {
      await until(() => parts.lines.some(matches))
      return parts.lines.find(matches) ?? {}
    }
    const { port } = await said(({ event, port: at }) => event === 'remote' && at !== undefined)
    const { code } = await said(({ code: text }) => typeof text === 'string')
    const gateway: Gateway = { host: '127.0.0.1', port: Number(port) }
    const owner = new SocketWindow(gateway, await pairWindow(gateway, String(code), 'Desk of Ada'))
    if (!(await owner.open())) throw new Error(`The owner is not welcome: ${JSON.stringify(owner.refused)}`)
    const invited = await owner.ask('remote:invite', { name: 'Vera', role: 'viewer' })
    const { code: second } = (invited?.value ?? {}) as { code?: string }
    const viewer = new SocketWindow(gateway, await pairWindow(gateway, String(second), 'Desk of Vera'))
    return new OwnerDoorScene(parts, gateway, owner, viewer)
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

  /** A WebSocket of a stranger, for frames written by hand; closed where the program refused it. */
  async stranger(from = nextAddress(), headers: readonly string[] = []): Promise<TLSSocket> {
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
