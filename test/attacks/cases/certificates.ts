/** Certificates: agents over `wss:` with a wrong certificate at first, later, repeatedly, or with none. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:tls'
import { expect } from 'vitest'
import { first, type Identity, second } from '../../fixtures/certificates.js'
import { giveOrder } from '../../fixtures/give-order.js'
import type { AttackCase } from '../attack-case.js'
import type { AttackScene } from '../attack-scene.js'

const token = 'a-token-that-nobody-else-may-read'
const settledMs = 1_500

/** Everything that the program sent to the other end, unencrypted where there was a handshake. */
class Listener {
  received = ''
  readonly #open = new Set<Socket>()
  readonly #server: Server | SecureServer

  private constructor(identity: Identity | undefined, greet: (socket: Socket) => void) {
    const accept = (socket: Socket) => {
      this.#open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#open.delete(socket))
      socket.on('data', (data) => {
        this.received += data.toString('latin1')
      })
      greet(socket)
    }
    this.#server = identity ? createSecureServer(identity, accept) : createServer(accept)
    this.#server.on('tlsClientError', () => {})
    // Connections that never finish a handshake are closed too.
    this.#server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
    })
  }

  static async add(scene: AttackScene, identity?: Identity, greet: (socket: Socket) => void = () => {}) {
    const listener = new Listener(identity, greet)
    listener.#server.listen(0, '127.0.0.1')
    await once(listener.#server, 'listening')
    const { port } = listener
    scene.add(listener, async () => {
      await giveOrder(scene.profile, 'servers:remove', { id: listener.id })
      const closed = once(listener.#server, 'close')
      listener.#server.close()
      for (const socket of listener.#open) socket.destroy()
      await closed
    })
    await giveOrder(scene.profile, 'servers:add', {
      server: { name: `Secure ${port}`, address: listener.address },
      secrets: { token },
    })
    return listener
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get address(): string {
    return `wss://127.0.0.1:${this.port}`
  }

  get id(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Uses another certificate from now on, and closes every connection. */
  become(identity: Identity): void {
    ;(this.#server as SecureServer).setSecureContext(identity)
    this.disconnect()
  }

  disconnect(): void {
    for (const socket of this.#open) socket.destroy()
  }

  codes(scene: AttackScene): readonly unknown[] {
    return scene.lines
      .filter(({ event, server }) => event === 'server' && server === `Secure ${this.port}`)
      .map(({ code }) => code)
  }
}

interface CertificateCase {
  readonly name: string
  readonly long?: true
  readonly identity?: Identity
  readonly greet?: (socket: Socket) => void
  /** What the other end does once it was dialled. */
  readonly meanwhile?: (listener: Listener, scene: AttackScene) => Promise<void> | void
  readonly expected: (listener: Listener, scene: AttackScene) => Promise<void> | void
}

function certificateCase({ name, long, identity, greet, meanwhile, expected }: CertificateCase): AttackCase {
  let listener: Listener | undefined
  return {
    name: `an agent ${name}`,
    cause: 'secrets',
    ...(long && { long }),
    attack: async (scene) => {
      listener = await Listener.add(scene, identity, greet)
      await pause(settledMs)
      await meanwhile?.(listener, scene)
    },
    invariant: async (scene) => {
      if (!listener) throw new Error('there is no listener')
      await expected(listener, scene)
    },
  }
}

const trust = (scene: AttackScene, { id }: Listener, { fingerprint }: Identity): void =>
  void scene.program.child.stdin?.write(`${JSON.stringify({ trust: { server: id, fingerprint } })}\n`)

const receivedNothing = (listener: Listener): void => expect(listener.received).toBe('')

export const certificateCases: readonly AttackCase[] = [
  certificateCase({
    name: 'whose certificate no authority has signed',
    identity: first,
    expected: async (listener, scene) => {
      await expect.poll(() => listener.codes(scene)).toContain('AUTH.CERTIFICATE_UNKNOWN')
      receivedNothing(listener)
    },
  }),
  certificateCase({
    name: 'whose certificate changes once the owner trusted it, again and again',
    identity: first,
    meanwhile: async (listener, scene) => {
      trust(scene, listener, first)
      await expect.poll(() => listener.received, { message: 'the trusted one is spoken to' }).not.toBe('')
      listener.become(second)
      listener.received = ''
      for (let at = 0; at < 10; at++) {
        await pause(200)
        listener.disconnect()
      }
    },
    expected: async (listener, scene) => {
      await expect.poll(() => listener.codes(scene)).toContain('AUTH.CERTIFICATE_CHANGED')
      receivedNothing(listener)
    },
  }),
  certificateCase({
    name: 'whose certificate is trusted while it shows another',
    long: true,
    identity: first,
    meanwhile: async (listener, scene) => {
      listener.become(second)
      await pause(settledMs)
      trust(scene, listener, first)
      await pause(settledMs)
    },
    expected: receivedNothing,
  }),
  certificateCase({
    name: 'that speaks without encryption where encryption was entered',
    greet: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'),
    expected: (listener) => {
      expect(listener.received).not.toContain(token)
      expect(listener.received).not.toContain('GET ')
    },
  }),
  certificateCase({
    name: 'that never ends the handshake and floods it',
    long: true,
    greet: (socket) => {
      const more = () => {
        while (!socket.destroyed) if (!socket.write(Buffer.alloc(65_536, 0x16))) return
      }
      socket.on('drain', more)
      more()
    },
    expected: (listener) => expect(listener.received).not.toContain(token),
  }),
  certificateCase({
    name: 'that redirects to an address without encryption',
    long: true,
    identity: first,
    greet: (socket) => socket.write('HTTP/1.1 301 Moved\r\nLocation: ws://127.0.0.1:1\r\n\r\n'),
    meanwhile: async (listener, scene) => {
      trust(scene, listener, first)
      await pause(settledMs)
    },
    expected: (listener) => expect(listener.received).not.toContain('"register"'),
  }),
]
