/** RCON scene: connections to a model server or to a hostile one, all closed at the end of a test. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import {
  type RconAddress,
  RconConnection,
  type RconConnectionOptions,
} from '../../../src-main/providers/java/rcon/rcon-connection.js'
import type { LinkState } from '../../../src-main/providers/java/reconnecting-connection.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../recording-log.js'
import { RconServer, type RconServerOptions } from './rcon-server.js'

export class RconScene {
  readonly log = new RecordingLog()
  readonly #endings: (() => unknown)[] = []

  /** Closes everything, the newest first. */
  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end()
  }

  async server(options: RconServerOptions = {}): Promise<RconServer> {
    const server = await RconServer.start(options)
    this.#endings.push(() => server.stop())
    return server
  }

  /** A TCP server that does what a test says with each connection. @returns its port */
  async rawServer(accept: (socket: Socket) => void): Promise<number> {
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
      accept(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#endings.push(async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    })
    return (server.address() as AddressInfo).port
  }

  /** Not started. */
  connection(
    address: Partial<RconAddress> & { port: number },
    options: Partial<RconConnectionOptions> & { clock?: Clock } = {},
  ): RconConnection {
    const connection = new RconConnection(
      { host: '127.0.0.1', password: 'secret', ...address },
      { clock: systemClock, log: this.log, chance: () => 1, ...options },
    )
    this.#endings.push(() => connection.stop())
    return connection
  }

  /** Started and online. */
  async online(
    address: Partial<RconAddress> & { port: number },
    options: Partial<RconConnectionOptions> = {},
  ): Promise<RconConnection> {
    const connection = this.connection(address, options)
    connection.start()
    await untilState(connection, 'online')
    return connection
  }
}

/** Anything that connects, and says how that goes. */
interface Linked {
  readonly state: LinkState
  onDidChangeState(listener: (state: LinkState) => void): () => void
}

/** Waits until a connection is in a state. */
export function untilState<Kind extends LinkState['kind']>(
  connection: Linked,
  kind: Kind,
): Promise<Extract<LinkState, { kind: Kind }>> {
  type Reached = Extract<LinkState, { kind: Kind }>
  if (connection.state.kind === kind) return Promise.resolve(connection.state as Reached)
  return new Promise((resolve) => {
    const stop = connection.onDidChangeState((state) => {
      if (state.kind !== kind) return
      stop()
      resolve(state as Reached)
    })
  })
}
