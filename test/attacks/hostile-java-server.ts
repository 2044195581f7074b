/**
 * Hostile Java server: the owner added it to the attacked program, over its RCON and, where given, its folder.
 *
 * It behaves as a normal server until a case changes it. It is added and removed as the command line does it.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { encodePacket } from '../../src-main/providers/java/rcon/packet.js'
import { ModelConsole } from '../fakes/java/console/model-console.js'
import { MemoryWorld } from '../fakes/java/console/model-world.js'
import { giveOrder } from '../fixtures/give-order.js'
import type { AttackScene, Reply } from './attack-scene.js'

/** One packet that came over RCON. */
export interface RconRequest {
  readonly socket: Socket
  readonly id: number
  readonly command: string
}

export interface HostileReplies {
  /** What a login gets; a login that is accepted when left out. */
  login?: (asked: RconRequest) => void
  /** What a command gets; false leaves it to the well-behaved server. */
  command?: (asked: RconRequest) => boolean
  /** What a packet of an unknown type gets. */
  probe?: (asked: RconRequest) => void
}

const [login, command] = [3, 2]
/** Milliseconds until the program must have connected. */
const patienceMs = 15_000

export class HostileJavaServer {
  readonly #scene: AttackScene
  readonly #server: Server
  readonly #open = new Set<Socket>()
  readonly #world = new MemoryWorld()
  readonly #model = new ModelConsole({ version: '1.21.4', world: this.#world })
  replies: HostileReplies
  /** Connections there have been. */
  connections = 0
  /** Commands that got a hostile reply. */
  attacked = 0

  private constructor(scene: AttackScene, manners: HostileReplies) {
    this.#scene = scene
    this.replies = manners
    this.#world.join('Steve')
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Listens, and has the owner add it. @param folder of the server, absolute */
  static async add(scene: AttackScene, manners: HostileReplies = {}, folder?: string): Promise<HostileJavaServer> {
    const server = new HostileJavaServer(scene, manners)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    const address = `rcon://127.0.0.1:${server.port}`
    await giveOrder(scene.profile, 'servers:add', {
      server: { name: `Hostile ${server.port}`, address, ...(folder !== undefined && { folder }) },
      secrets: { token: 'secret' },
    })
    return scene.add(server, (open) => open.#remove())
  }

  /** The same, connected: what is not off by default may be used at once. */
  static async online(scene: AttackScene, folder?: string): Promise<HostileJavaServer> {
    const server = await HostileJavaServer.add(scene, {}, folder)
    await server.until(({ event, state }) => event === 'server' && state === 'online')
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get id(): string {
    return `java:127.0.0.1:${this.port}`
  }

  /** What the program said of this server, in order. */
  get output(): readonly Readonly<Record<string, unknown>>[] {
    const name = `Hostile ${this.port}`
    return this.#scene.lines.filter(({ server, id }) => server === name || id === this.id)
  }

  async until(condition: (line: Readonly<Record<string, unknown>>) => boolean): Promise<void> {
    const output = this.#scene.program.child.stdout
    const ends = AbortSignal.timeout(patienceMs)
    while (!this.output.some(condition)) {
      if (ends.aborted || !output) throw new Error(`The program did not say it: ${JSON.stringify(this.output)}`)
      await once(output, 'data', { signal: ends }).catch(() => undefined)
      // The lines are split after this event.
      await new Promise(setImmediate)
    }
  }

  call(capabilityId: string, parameters: unknown = {}): Promise<Reply> {
    return this.#scene.invoke(capabilityId, parameters, this.id)
  }

  /** Writes to every connection there is. */
  write(bytes: Buffer | string): void {
    for (const socket of this.#open) socket.write(bytes)
  }

  disconnect(): void {
    for (const socket of this.#open) socket.destroy()
  }

  async #remove(): Promise<void> {
    await giveOrder(this.#scene.profile, 'servers:remove', { id: this.id })
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.disconnect()
    await closed
  }

  #accept(socket: Socket): void {
    this.connections += 1
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
    // Every packet of ours is one write.
    socket.on('data', (packet) => this.#serve(socket, packet))
  }

  #serve(socket: Socket, packet: Buffer): void {
    if (packet.length < 14) return
    const asked = { socket, id: packet.readInt32LE(4), command: packet.subarray(12, -2).toString('utf8') }
    const type = packet.readInt32LE(8)
    if (type === login) this.replies.login ? this.replies.login(asked) : socket.write(encodePacket(asked.id, 2, ''))
    else if (type !== command)
      this.replies.probe ? this.replies.probe(asked) : socket.write(encodePacket(asked.id, 0, 'Unknown request 64'))
    else if (this.replies.command?.(asked)) this.attacked += 1
    else void this.#obey(asked)
  }

  async #obey({ socket, id, command: text }: RconRequest): Promise<void> {
    const reply = await this.#model.run(text)
    if (!socket.destroyed) for (const piece of pieces(reply)) socket.write(rawPacket(id, piece))
  }
}

const pieceSize = 4_096

const pieces = (text: string): readonly string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / pieceSize)) }, (_, at) =>
    text.slice(at * pieceSize, (at + 1) * pieceSize),
  )

/** A packet of any size, as a server sends one. */
export function rawPacket(id: number, body: string | Buffer, type = 0): Buffer {
  const bytes = Buffer.from(body)
  const packet = Buffer.alloc(14 + bytes.length)
  packet.writeInt32LE(10 + bytes.length, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  bytes.copy(packet, 12)
  return packet
}

/** A reply in pieces, as vanilla cuts it. */
export const rawReply = (id: number, text: string): Buffer =>
  Buffer.concat(pieces(text).map((piece) => rawPacket(id, piece)))
