/**
 * RCON server model: the wire behavior of the servers people run, with each trap as a switch.
 *
 * It is a model, written from the behavior of the real servers; it runs no Minecraft. What a command replies is given
 * by the test.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface RconTraps {
  /** One read of at most 1,460 bytes must be exactly one packet; otherwise the connection is closed. */
  readonly oneReadIsOnePacket: boolean
  /** One reply buffer for all connections. */
  readonly sharedBuffer: boolean
  /** How a reply is cut into packets. `messages`: one packet a message, uncut. */
  readonly pieces: 'utf16-units' | 'bytes' | 'whole' | 'messages'
  /** Whether an empty reply is one empty packet or none. */
  readonly emptyReply: 'packet' | 'nothing'
  readonly unknownType: 'answered' | 'closes' | 'ignored'
  /** What ends each message. */
  readonly messageEnd: '' | '\n'
  /** NULs more at the end of the login reply. */
  readonly loginNuls: number
  /** Each command is confirmed with an empty packet before its reply, and a close is never announced. */
  readonly confirmsFirst?: true
}

const vanilla: RconTraps = {
  oneReadIsOnePacket: true,
  sharedBuffer: true,
  pieces: 'utf16-units',
  emptyReply: 'packet',
  unknownType: 'answered',
  messageEnd: '',
  loginNuls: 0,
}
const forge: RconTraps = {
  ...vanilla,
  pieces: 'bytes',
  emptyReply: 'nothing',
  messageEnd: '\n',
}

/** What each server differs in. */
export const rconServers = {
  vanilla,
  paper: { ...vanilla, sharedBuffer: false, messageEnd: '\n' },
  forge,
  neoforge: { ...forge, emptyReply: 'packet' },
  pumpkin: {
    ...vanilla,
    oneReadIsOnePacket: false,
    sharedBuffer: false,
    pieces: 'messages',
    emptyReply: 'nothing',
    unknownType: 'closes',
  },
  nukkit: {
    ...vanilla,
    oneReadIsOnePacket: false,
    sharedBuffer: false,
    pieces: 'whole',
    unknownType: 'ignored',
    loginNuls: 1,
  },
  cuberite: {
    ...vanilla,
    oneReadIsOnePacket: false,
    sharedBuffer: false,
    pieces: 'whole',
    unknownType: 'closes',
    confirmsFirst: true,
  },
} as const satisfies Record<string, RconTraps>

export interface RconServerOptions {
  readonly traps?: RconTraps
  readonly password?: string
  /** A free one when left out. */
  readonly port?: number
  /** The messages a command replies with. */
  readonly run?: (command: string) => readonly string[] | Promise<readonly string[]>
  /** Splits what is sent into writes of these sizes, over and over; one write a packet when left out. */
  readonly chunkSizes?: readonly number[]
}

export class RconServer {
  readonly #server: Server
  readonly #options: Required<Omit<RconServerOptions, 'port' | 'chunkSizes'>> & Pick<RconServerOptions, 'chunkSizes'>
  readonly #open = new Set<Socket>()
  readonly #sharedBuffer: string[] = []
  /** Commands that ran, in order. */
  readonly commands: string[] = []
  /** Connections there have been. */
  connections = 0
  /** Connections closed because one read did not hold exactly one packet. */
  cutOff = 0

  private constructor({ traps = vanilla, password = 'secret', run = () => [], chunkSizes }: RconServerOptions) {
    this.#options = { traps, password, run, ...(chunkSizes && { chunkSizes }) }
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async start(options: RconServerOptions = {}): Promise<RconServer> {
    const server = new RconServer(options)
    server.#server.listen(options.port ?? 0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#open.size
  }

  /** Closes every connection and continues listening. */
  disconnectAll(): void {
    for (const socket of this.#open) socket.destroy()
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.disconnectAll()
    await closed
  }

  #accept(socket: Socket): void {
    this.connections += 1
    this.#open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
    const { traps } = this.#options
    const ownBuffer: string[] = []
    const client: Client = { socket, isLoggedIn: false, buffer: traps.sharedBuffer ? this.#sharedBuffer : ownBuffer }
    let unread = Buffer.alloc(0)
    let isBusy = false
    const read = async () => {
      if (isBusy) return
      isBusy = true
      while (unread.length > 0 && !socket.destroyed) {
        const packet = this.#read(unread)
        if (packet === 'incomplete') break
        if (packet === 'cut-off') {
          this.cutOff += 1
          socket.destroy()
          break
        }
        unread = unread.subarray(packet.length)
        await this.#serve(client, packet)
      }
      isBusy = false
    }
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk])
      void read()
    })
  }

  #read(unread: Buffer): Buffer | 'incomplete' | 'cut-off' {
    if (this.#options.traps.oneReadIsOnePacket) {
      const read = unread.subarray(0, 1_460)
      return read.length < 14 || read.readInt32LE(0) !== read.length - 4 ? 'cut-off' : read
    }
    if (unread.length < 4 || unread.length < unread.readInt32LE(0) + 4) return 'incomplete'
    return unread.subarray(0, unread.readInt32LE(0) + 4)
  }

  async #serve(client: Client, packet: Buffer): Promise<void> {
    const { traps, password } = this.#options
    const [id, type] = [packet.readInt32LE(4), packet.readInt32LE(8)]
    const body = packet.subarray(12, -2).toString('utf8')
    if (type !== 3 && type !== 2 && traps.confirmsFirst) {
      client.socket.end()
    } else if (type === 3 || (type !== 2 && traps.unknownType === 'closes')) {
      client.isLoggedIn = type === 3 && body === password && body !== ''
      this.#write(client, client.isLoggedIn ? id : -1, 2, Buffer.alloc(traps.loginNuls))
      if (!client.isLoggedIn && traps.unknownType === 'closes') client.socket.end()
    } else if (type === 2) {
      if (client.isLoggedIn) await this.#run(client, id, body)
      else this.#write(client, -1, 2, Buffer.alloc(0))
    } else if (traps.unknownType === 'answered') {
      this.#write(client, id, 0, Buffer.from(`Unknown request ${type.toString(16)}`))
    }
  }

  async #run(client: Client, id: number, command: string): Promise<void> {
    const { traps, run } = this.#options
    client.buffer.length = 0
    this.commands.push(command)
    if (traps.confirmsFirst) this.#write(client, id, 0, Buffer.alloc(0))
    const messages = await run(command)
    client.buffer.push(...messages.map((message) => message + traps.messageEnd))
    for (const piece of piecesOf(client.buffer, traps)) this.#write(client, id, 0, piece)
  }

  #write({ socket }: Client, id: number, type: number, body: Buffer): void {
    if (socket.destroyed) return
    const packet = Buffer.alloc(14 + body.length)
    packet.writeInt32LE(10 + body.length, 0)
    packet.writeInt32LE(id, 4)
    packet.writeInt32LE(type, 8)
    body.copy(packet, 12)
    const sizes = this.#options.chunkSizes ?? [packet.length]
    for (let from = 0, turn = 0; from < packet.length; turn += 1) {
      const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
      socket.write(packet.subarray(from, from + size))
      from += size
    }
  }
}

interface Client {
  readonly socket: Socket
  readonly buffer: string[]
  isLoggedIn: boolean
}

const pieceSize = 4_096

/** The bodies of the packets of one reply. */
export function piecesOf(messages: readonly string[], { pieces, emptyReply }: RconTraps): Buffer[] {
  if (pieces === 'messages') return messages.map(javaBytes)
  const text = messages.join('')
  if (text === '') return emptyReply === 'packet' ? [Buffer.alloc(0)] : []
  if (pieces === 'whole') return [javaBytes(text)]
  if (pieces === 'utf16-units') {
    const count = Math.ceil(text.length / pieceSize)
    return Array.from({ length: count }, (_, at) => javaBytes(text.slice(at * pieceSize, (at + 1) * pieceSize)))
  }
  const bytes = javaBytes(text)
  const count = Math.ceil(bytes.length / pieceSize)
  return Array.from({ length: count }, (_, at) =>
    // A cut character becomes U+FFFD: the server makes a string of each piece.
    Buffer.from(bytes.subarray(at * pieceSize, (at + 1) * pieceSize).toString('utf8')),
  )
}

/** As Java writes UTF-8: half a surrogate pair is a question mark. */
const javaBytes = (text: string): Buffer => Buffer.from(text.replace(/\p{Cs}/gu, '?'))
