/**
 * Session pool: limits sessions per client and in total, and evicts idle sessions (LRU).
 *
 * A client never ends another client's session that may still be used: each client has a limit and evicts among its own
 * sessions. When the pool is full, a new session replaces only one that was idle for an hour: crashed clients do not
 * close theirs.
 */
import type { Clock } from '../../gateway/ports/runtime.js'
import { clientLimitOf, type QuotaLimits, type QuotaResult } from '../quota.js'

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
  readonly #limits: QuotaLimits
  /** Least recently used first. */
  readonly #sessions = new Map<string, { readonly session: Session; readonly usedAt: number }>()

  constructor(clock: Clock, limits = sessionPool) {
    this.#clock = clock
    this.#limits = limits
  }

  /**
   * Adds a session.
   *
   * @param evict ends an evicted session
   */
  take(id: string, session: Session, evict: (session: Session) => void): QuotaResult {
    const own = [...this.#sessions.values()].filter(({ session: { clientId } }) => clientId === session.clientId)
    const hasShare = own.length < clientLimitOf(session.clientId, this.#limits.each)
    if (!hasShare || this.#sessions.size >= this.#limits.all) {
      const evicted =
        this.#unusedLongest(({ clientId }) => clientId === session.clientId) ?? (hasShare && this.#abandoned())
      if (!evicted) return hasShare ? 'all-taken' : 'own-share-taken'
      this.#sessions.delete(evicted.id)
      evict(evicted.session)
    }
    this.#sessions.set(id, { session, usedAt: this.#clock.elapsed() })
    return 'free'
  }

  /** The session with this id of this client; marks it as used. */
  use(id: string, clientId: string): Session | undefined {
    const session = this.#sessions.get(id)?.session
    if (session?.clientId !== clientId) return undefined
    this.#sessions.delete(id)
    this.#sessions.set(id, { session, usedAt: this.#clock.elapsed() })
    return session
  }

  leave(id: string): void {
    this.#sessions.delete(id)
  }

  all(): Session[] {
    return [...this.#sessions.values()].map(({ session }) => session)
  }

  #unusedLongest(isMeant: (session: Session) => boolean, unusedMs = 0) {
    const now = this.#clock.elapsed()
    for (const [id, { session, usedAt }] of this.#sessions) {
      if (now - usedAt < unusedMs) return undefined
      if (session.isIdle && isMeant(session)) return { id, session }
    }
    return undefined
  }

  #abandoned() {
    return this.#unusedLongest(() => true, abandonedMs)
  }
}
