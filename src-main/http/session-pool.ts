/**
 * Session places: for whose sessions there is room, and which of them makes room for another.
 *
 * Guards that a client ends no session of somebody else's that may still be used: each has a share of the places, room is
 * made among its own, and where the pool is full the newcomer is refused. A session that has waited for nothing and has
 * not been used for an hour was left behind: clients that crash say no farewell.
 */
import type { Clock } from '../gateway/ports.js'
import { type Room, type Supply, shareOf } from '../network/shares.js'

/** Milliseconds without a use after which an idle session may make room for anybody. */
export const abandonedMs = 60 * 60_000

const sessionPool: Supply = { each: 32, all: 256 }

export interface PooledSession {
  /** Whose it is; to everybody else it does not exist. */
  readonly clientId: string
  /** Whether nothing waits in it. */
  readonly isIdle: boolean
}

export class SessionPool<Session extends PooledSession> {
  readonly #clock: Clock
  readonly #supply: Supply
  /** The one unused longest comes first. */
  readonly #places = new Map<string, { readonly session: Session; readonly usedAt: number }>()

  constructor(clock: Clock, supply = sessionPool) {
    this.#clock = clock
    this.#supply = supply
  }

  /**
   * Takes a session in.
   *
   * @param evict ends a session that makes room for it
   */
  take(id: string, session: Session, evict: (session: Session) => void): Room {
    const own = [...this.#places.values()].filter(({ session: { clientId } }) => clientId === session.clientId)
    const hasShare = own.length < shareOf(session.clientId, this.#supply.each)
    if (!hasShare || this.#places.size >= this.#supply.all) {
      const leaving =
        this.#unusedLongest(({ clientId }) => clientId === session.clientId) ?? (hasShare && this.#abandoned())
      if (!leaving) return hasShare ? 'all-taken' : 'own-share-taken'
      this.#places.delete(leaving.id)
      evict(leaving.session)
    }
    this.#places.set(id, { session, usedAt: this.#clock.elapsed() })
    return 'free'
  }

  /** The session of this client with this id, which is used with that. */
  use(id: string, clientId: string): Session | undefined {
    const session = this.#places.get(id)?.session
    if (session?.clientId !== clientId) return undefined
    this.#places.delete(id)
    this.#places.set(id, { session, usedAt: this.#clock.elapsed() })
    return session
  }

  leave(id: string): void {
    this.#places.delete(id)
  }

  all(): Session[] {
    return [...this.#places.values()].map(({ session }) => session)
  }

  #unusedLongest(isMeant: (session: Session) => boolean, unusedMs = 0) {
    const now = this.#clock.elapsed()
    for (const [id, { session, usedAt }] of this.#places) {
      if (now - usedAt < unusedMs) return undefined
      if (session.isIdle && isMeant(session)) return { id, session }
    }
    return undefined
  }

  #abandoned() {
    return this.#unusedLongest(() => true, abandonedMs)
  }
}
