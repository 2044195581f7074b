/**
 * LAN connections: connection limits per address and in total.
 *
 * Enforces invariant 7: one device of the network can't lock out the phones of approvers, nor can a program on the phone
 * itself. A new connection displaces the oldest unauthenticated one: of its own address when that has too many, of the
 * address with the most when all are too many. Authenticated connections stay.
 */
import type { Socket } from 'node:net'
import type { Clock } from '../../gateway/ports/runtime.js'
import { AddressRateLimiter } from '../../policy/limits/address-rate-limiter.js'

/** Concurrent connections, and new ones per minute. A page uses six at most. */
export const connectionLimits = { forAddress: 12, inAll: 64, newInAMinute: 300 }

/** The part of a socket used here. */
export interface LanSocket extends SocketEnds {
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

type SocketEnds = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>

interface Connection {
  readonly address: string
  readonly socket: LanSocket
  hasKey: boolean
}

export class LanConnections {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #rateLimiter = new AddressRateLimiter(connectionLimits.newInAMinute)
  /** Keyed by both ends, oldest first: a TLS socket has the ends of its underlying socket. */
  readonly #open = new Map<string, Connection>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** False when its address connects too often, or has only authenticated ones; the caller closes it. */
  opened(socket: LanSocket): boolean {
    const address = socket.remoteAddress ?? ''
    if (!this.#rateLimiter.allows(address, this.#clock.elapsed())) return false
    const ofAddress = [...this.#open].filter(([, one]) => one.address === address)
    if (ofAddress.length >= connectionLimits.forAddress) {
      const oldest = ofAddress.find(([, { hasKey }]) => !hasKey)
      if (!oldest) return false
      this.#close(oldest)
    }
    const ends = endsOf(socket)
    const connection: Connection = { address, socket, hasKey: false }
    this.#open.set(ends, connection)
    socket.once('close', () => {
      if (this.#open.get(ends) === connection) this.#open.delete(ends)
    })
    if (this.#open.size > connectionLimits.inAll) this.#closeOne()
    return true
  }

  /** The connection has shown the key of a paired person. */
  keyShown(socket: SocketEnds): void {
    const connection = this.#open.get(endsOf(socket))
    if (connection) connection.hasKey = true
  }

  closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy()
  }

  #closeOne(): void {
    const withoutKey = [...this.#open].filter(([, { hasKey }]) => !hasKey)
    const counts = new Map<string, number>()
    for (const [, { address }] of withoutKey) counts.set(address, (counts.get(address) ?? 0) + 1)
    const countOf = ([, { address }]: [string, Connection]) => counts.get(address) ?? 0
    const [first, ...others] = withoutKey
    // All are authenticated: their number is limited per address and by the number of people.
    if (!first) return
    this.#close(others.reduce((most, one) => (countOf(one) > countOf(most) ? one : most), first))
  }

  #close([ends, { socket }]: [string, Connection]): void {
    this.#open.delete(ends)
    socket.destroy()
  }
}

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: SocketEnds): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
