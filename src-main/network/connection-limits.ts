/**
 * Connection limits: per client, and for unauthenticated connections.
 *
 * Enforces invariant 7: unauthenticated connections have a budget of their own, so they never lock out authenticated
 * clients. A new connection always gets a place: past the budget, the address with the most connections loses its
 * oldest. A client past its limit is refused. When many connect at once, a few are served per turn of the event loop.
 */
import { isIPv6 } from 'node:net'
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
  readonly remoteAddress?: string | undefined
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
  /** Not served yet. */
  readonly #waiting = new SocketsByDevice<Socket>()
  /** Served and unauthenticated. */
  readonly #unknown = new SocketsByDevice<Socket>()
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

  /** Closes the oldest of the address with the most until the limit is met. */
  #close(sockets: SocketsByDevice<Socket>, most: number): void {
    let closed = 0
    while (sockets.size > most) {
      sockets.removeOfLargest()?.destroy()
      closed += 1
    }
    if (closed > 0) this.#deps.onClosed(closed)
  }

  /** Closes the connections not served yet. */
  stop(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}

/** Sockets, oldest first, and how many each device has. */
class SocketsByDevice<Socket extends LimitedConnection> {
  /** Socket → device; a closed socket has no address any more. */
  readonly #all = new Map<Socket, string>()
  readonly #counts = new Map<string, number>()

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): IterableIterator<Socket> {
    return this.#all.keys()
  }

  add(socket: Socket): void {
    const device = deviceOf(socket.remoteAddress ?? '')
    this.#all.set(socket, device)
    this.#counts.set(device, (this.#counts.get(device) ?? 0) + 1)
  }

  delete(socket: Socket): void {
    const device = this.#all.get(socket)
    if (device === undefined) return
    this.#all.delete(socket)
    const left = (this.#counts.get(device) ?? 0) - 1
    if (left > 0) this.#counts.set(device, left)
    else this.#counts.delete(device)
  }

  /** The oldest socket of the device with the most; of several such devices, the oldest of all. */
  removeOfLargest(): Socket | undefined {
    const most = Math.max(0, ...this.#counts.values())
    for (const [socket, device] of this.#all) {
      if (this.#counts.get(device) !== most) continue
      this.delete(socket)
      return socket
    }
    return undefined
  }
}

/**
 * What counts as one address: all of this computer, and the IPv6 network that one device may have.
 *
 * @param address as a socket reports it
 */
function deviceOf(address: string): string {
  const plain = address.replace(/^::ffff:/iu, '')
  if (plain === '' || plain === '::1' || plain.startsWith('127.')) return 'this computer'
  return isIPv6(plain) ? networkOf(plain) : plain
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('%', 1)[0]?.toLowerCase().split('::', 2) ?? []
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  if (!first || !last) return address
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
