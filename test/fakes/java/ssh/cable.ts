/** Cable: a TCP proxy of this computer that delays, slows down, is pulled out, or swallows everything. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

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
  #isSilent = false
  /** Connections that lost bytes: they never carry any again. */
  readonly #silenced = new Set<Socket>()
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

  /** Every connection stays open, and what it carries is lost in both directions; new ones open and do the same. */
  silence(): void {
    this.#isSilent = true
    for (const socket of this.#open) this.#silenced.add(socket)
  }

  /** New connections work. */
  plugIn(): void {
    this.#isOut = false
    this.#isSilent = false
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
      if (this.#isSilent) this.#silenced.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#silenced.delete(socket)
        other.destroy()
      })
    }
    near.on('data', ({ length }) => this.#count('there', length))
    far.on('data', ({ length }) => this.#count('here', length))
    const isSilenced = () => this.#silenced.has(near)
    carry(near, far, { delayMs, isSilenced })
    carry(far, near, { delayMs, isSilenced, ...(rate !== undefined && { rate }) })
  }

  #count(to: 'there' | 'here', length: number): void {
    const before = this.#left[to]
    this.#left[to] -= length
    if (before > 0 && this.#left[to] <= 0) this.cut()
  }
}

interface Carrying extends CableOptions {
  readonly delayMs: number
  readonly isSilenced: () => boolean
}

/** A piece arrives after those before it, at the rate, and the delay later. */
function carry(from: Socket, to: Socket, { delayMs, rate, isSilenced }: Carrying): void {
  if (delayMs === 0 && rate === undefined) {
    const passing = new Transform({
      transform: (piece, _encoding, done) => (isSilenced() ? done() : done(null, piece)),
    })
    return void from.pipe(passing).pipe(to)
  }
  let free = 0
  const onTheWay: Buffer[] = []
  from.on('data', (piece) => {
    if (isSilenced()) return
    const now = performance.now()
    free = Math.max(now, free) + (rate === undefined ? 0 : (piece.length / rate) * 1_000)
    onTheWay.push(piece)
    // Timers of different lengths may fire in another order.
    setTimeout(
      () => {
        const next = onTheWay.shift()
        if (next && !to.destroyed && !isSilenced()) to.write(next)
      },
      free + delayMs - now,
    )
  })
}
