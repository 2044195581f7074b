/**
 * Connection limits: how many connections there are, by client, and without a key.
 *
 * Enforces invariant 7: connections that have not shown a key have a budget of their own, so they never keep out who has
 * one. Past it the oldest of them goes. A client has a share of connections; one more is refused. Of a crowd that comes
 * at once, a few are served in each turn of the event loop.
 */
import { type Room, Shares, type Supply } from './shares.js'

export interface ConnectionBudget {
  /** Connections without a key that are served at once. */
  readonly withoutKey: number
  /** Connections that wait to be served. */
  readonly waiting: number
  readonly withKey: Supply
}

/** Connections that are begun in one turn: far fewer than may be there, so that each has some turns to show its key. */
const inOneTurn = 64

/** What is used of a socket. */
export interface Connection {
  readonly destroyed: boolean
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

interface Parts<Socket> {
  readonly budget: ConnectionBudget
  /** Begins to serve a connection. */
  readonly serve: (socket: Socket) => void
  readonly nextTurn: (work: () => void) => void
  /** So many connections without a key were closed. */
  readonly onClosed: (count: number) => void
}

export class ConnectionLimits<Socket extends Connection> {
  readonly #parts: Parts<Socket>
  readonly #shares: Shares
  /** Not served yet, the oldest first. */
  readonly #waiting = new Set<Socket>()
  /** Served, without a key, the oldest first. */
  readonly #unknown = new Set<Socket>()
  /** Whose connection it is. */
  readonly #owners = new WeakMap<Socket, string>()
  #isScheduled = false
  #begun = 0

  constructor(parts: Parts<Socket>) {
    this.#parts = parts
    this.#shares = new Shares(parts.budget.withKey)
  }

  /** A connection has come; nobody knows whose it is. */
  opened(socket: Socket): void {
    socket.once('close', () => {
      this.#waiting.delete(socket)
      this.#unknown.delete(socket)
    })
    this.#waiting.add(socket)
    this.#close(this.#waiting, this.#parts.budget.waiting)
    this.#serveSome()
  }

  /** It has shown the key of this client. @returns whether the client may have it */
  admit(socket: Socket, clientId: string): Room {
    // A connection that two clients share counts for the first.
    if (this.#owners.has(socket) || socket.destroyed) return 'free'
    const room = this.#shares.take(clientId)
    if (room !== 'free') return room
    this.#waiting.delete(socket)
    this.#unknown.delete(socket)
    this.#owners.set(socket, clientId)
    socket.once('close', () => this.#shares.giveBack(clientId))
    return room
  }

  #serveSome(): void {
    for (const socket of this.#waiting) {
      if (this.#begun >= inOneTurn) break
      this.#begun += 1
      this.#waiting.delete(socket)
      this.#unknown.add(socket)
      this.#parts.serve(socket)
    }
    this.#close(this.#unknown, this.#parts.budget.withoutKey)
    if (this.#isScheduled || this.#begun === 0) return
    this.#isScheduled = true
    this.#parts.nextTurn(() => {
      this.#isScheduled = false
      this.#begun = 0
      this.#serveSome()
    })
  }

  /** The oldest, until there are no more than that. */
  #close(sockets: Set<Socket>, most: number): void {
    let closed = 0
    for (const socket of sockets) {
      if (sockets.size <= most) break
      sockets.delete(socket)
      socket.destroy()
      closed += 1
    }
    if (closed > 0) this.#parts.onClosed(closed)
  }

  /** Closes those that are not served yet. */
  stop(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}
