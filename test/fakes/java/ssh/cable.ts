/** Cable: a TCP proxy of this computer that delays, slows down, or is pulled out. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface CableOptions {
  /** Milliseconds of one way. */
  readonly delayMs?: number
  /** Bytes a second from the server. */
  readonly rate?: number
}

export class Cable {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #isOut = false
  #left = { there: Number.POSITIVE_INFINITY, here: Number.POSITIVE_INFINITY }

  private constructor(server: Server) {
    this.#server = server
  }

  static async to(port: number, options: CableOptions = {}): Promise<Cable> {
    const server = createServer()
    const cable = new Cable(server)
    server.on('connection', (near) => cable.#join(near, port, options))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return cable
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Connections end, and new ones end at once. */
  pull(): void {
    this.#isOut = true
    this.cut()
  }

  plugIn(): void {
    this.#isOut = false
  }

  /** Connections end; new ones work. */
  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** Connections end after so many more bytes to the server, or from it. */
  cutAfter(bytes: number, to: 'there' | 'here' = 'there'): void {
    this.#left[to] = bytes
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cut()
    await closed
  }

  #join(near: Socket, port: number, { delayMs = 0, rate }: CableOptions): void {
    if (this.#isOut) return void near.destroy()
    const far = connect({ host: '127.0.0.1', port })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#open.delete(socket)
        other.destroy()
      })
    }
    near.on('data', ({ length }) => this.#count('there', length))
    far.on('data', ({ length }) => this.#count('here', length))
    carry(near, far, delayMs)
    carry(far, near, delayMs, rate)
  }

  #count(to: 'there' | 'here', length: number): void {
    const before = this.#left[to]
    this.#left[to] -= length
    if (before > 0 && this.#left[to] <= 0) this.cut()
  }
}

/** A piece arrives after those before it, at the rate, and the delay later. */
function carry(from: Socket, to: Socket, delayMs: number, rate?: number): void {
  if (delayMs === 0 && rate === undefined) return void from.pipe(to)
  let free = 0
  const onTheWay: Buffer[] = []
  from.on('data', (piece) => {
    const now = performance.now()
    free = Math.max(now, free) + (rate === undefined ? 0 : (piece.length / rate) * 1_000)
    onTheWay.push(piece)
    // Timers of different lengths may fire in another order.
    setTimeout(
      () => {
        const next = onTheWay.shift()
        if (next && !to.destroyed) to.write(next)
      },
      free + delayMs - now,
    )
  })
}
