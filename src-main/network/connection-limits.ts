/**
 * Connection limits: per client, and for unauthenticated connections.
 *
 * Enforces invariant 7: unauthenticated connections have a budget of their own, so they never lock out authenticated
 * clients. Past it the oldest is closed. A client past its limit is refused. When many connect at once, a few are
 * served per turn of the event loop.
 */
import { Quota, type QuotaLimits, type QuotaResult } from './quota.js'

export interface ConnectionBudget {
  /** Unauthenticated connections served at once. */
  readonly withoutKey: number
  /** Connections waiting to be served. */
  readonly waiting: number
  readonly withKey: QuotaLimits
}

/** Connections started per turn: far fewer than the budget, so that each has some turns to authenticate. */
const inOneTurn = 64

/** The part of a socket used here. */
export interface LimitedConnection {
  readonly destroyed: boolean
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

interface Dependencies<Socket> {
  readonly budget: ConnectionBudget
  readonly serve: (socket: Socket) => void
  readonly nextTurn: (work: () => void) => void
  /** Called with the number of closed unauthenticated connections. */
  readonly onClosed: (count: number) => void
}

export class ConnectionLimits<Socket extends LimitedConnection> {
  readonly #deps: Dependencies<Socket>
  readonly #shares: Quota
  /** Not served yet, oldest first. */
  readonly #waiting = new Set<Socket>()
  /** Served and unauthenticated, oldest first. */
  readonly #unknown = new Set<Socket>()
  /** Connection → client. */
  readonly #owners = new WeakMap<Socket, string>()
  #isScheduled = false
  #begun = 0

  constructor(deps: Dependencies<Socket>) {
    this.#deps = deps
    this.#shares = new Quota(deps.budget.withKey)
  }

  /** Adds a new, unauthenticated connection. */
  opened(socket: Socket): void {
    socket.once('close', () => {
      this.#waiting.delete(socket)
      this.#unknown.delete(socket)
    })
    this.#waiting.add(socket)
    this.#close(this.#waiting, this.#deps.budget.waiting)
    this.#serveSome()
  }

  /** Marks a connection as authenticated. @returns whether the client is within its limit */
  admit(socket: Socket, clientId: string): QuotaResult {
    // A connection shared by two clients counts for the first.
    if (this.#owners.has(socket) || socket.destroyed) return 'free'
    const room = this.#shares.reserve(clientId)
    if (room !== 'free') return room
    this.#waiting.delete(socket)
    this.#unknown.delete(socket)
    this.#owners.set(socket, clientId)
    socket.once('close', () => this.#shares.release(clientId))
    return room
  }

  #serveSome(): void {
    for (const socket of this.#waiting) {
      if (this.#begun >= inOneTurn) break
      this.#begun += 1
      this.#waiting.delete(socket)
      this.#unknown.add(socket)
      this.#deps.serve(socket)
    }
    this.#close(this.#unknown, this.#deps.budget.withoutKey)
    if (this.#isScheduled || this.#begun === 0) return
    this.#isScheduled = true
    this.#deps.nextTurn(() => {
      this.#isScheduled = false
      this.#begun = 0
      this.#serveSome()
    })
  }

  /** Closes the oldest until the limit is met. */
  #close(sockets: Set<Socket>, most: number): void {
    let closed = 0
    for (const socket of sockets) {
      if (sockets.size <= most) break
      sockets.delete(socket)
      socket.destroy()
      closed += 1
    }
    if (closed > 0) this.#deps.onClosed(closed)
  }

  /** Closes the connections not served yet. */
  stop(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}
