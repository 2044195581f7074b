/**
 * Session pool: limits sessions per client and in total, and evicts idle sessions (LRU).
 *
 * A client never ends another client's session that may still be used: each client has a limit and evicts among its own
 * sessions. When the pool is full, a new session replaces only one that was idle for an hour: crashed clients do not
 * close theirs.
 */
import type { Clock } from '../gateway/ports/runtime.js'
import { clientLimitOf, type QuotaLimits, type QuotaResult } from '../network/quota.js'

/** Milliseconds without use after which an idle session may be evicted for any client. */
export const abandonedMs = 60 * 60_000

const sessionPool: QuotaLimits = { each: 32, all: 256 }

export interface PooledSession {
  /** Owner; the session does not exist for other clients. */
  readonly clientId: string
  /** Whether no request is pending. */
  readonly isIdle: boolean
}

export class SessionPool<Session extends PooledSession> {
  readonly #clock: Clock
  readonly #supply: QuotaLimits
  /** Least recently used first. */
  readonly #places = new Map<string, { readonly session: Session; readonly usedAt: number }>()

  constructor(clock: Clock, supply = sessionPool) {
    this.#clock = clock
    this.#supply = supply
  }

  /**
   * Adds a session.
   *
   * @param evict ends an evicted session
   */
  take(id: string, session: Session, evict: (session: Session) => void): QuotaResult {
    const own = [...this.#places.values()].filter(({ session: { clientId } }) => clientId === session.clientId)
    const hasShare = own.length < clientLimitOf(session.clientId, this.#supply.each)
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

  /** The session with this id of this client; marks it as used. */
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
