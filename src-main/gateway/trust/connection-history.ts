/**
 * Connection history: when each server connected, disconnected or became unhealthy, and why; stored across restarts.
 *
 * Guards that a flapping server displaces only its own history: one entry per second and server is stored, the newest
 * if there are several, and their number is limited.
 */

import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ConnectionStore } from '../ports/stores.js'
import type { Registry } from './registry.js'

/** Maximum entries per server. */
export const maxEntriesPerServer = 200
/** Milliseconds between two entries of one server. */
const spacingMs = 1_000
/** Maximum characters of an error. */
const maxReasonLength = 300

export interface ConnectionHistoryParts {
  readonly registry: Pick<Registry, 'link' | 'onDidChangeServer'>
  readonly store: ConnectionStore
  readonly clock: Clock
  readonly log: Log
}

interface Followed {
  /** The last entry, stored or pending. */
  last: ConnectionEvent
  writtenAt: number
  waiting: ConnectionEvent | undefined
}

export class ConnectionHistory {
  readonly #parts: ConnectionHistoryParts
  readonly #followed = new Map<string, Followed>()
  readonly #end: () => void

  constructor(parts: ConnectionHistoryParts) {
    this.#parts = parts
    this.#end = parts.registry.onDidChangeServer(({ server }) => this.#changed(server))
  }

  /** Newest first. Never throws: unreadable entries are skipped. */
  of(serverId: string): readonly ConnectionEvent[] {
    const waiting = this.#followed.get(serverId)?.waiting
    return [...(waiting ? [waiting] : []), ...this.#read(serverId)].slice(0, maxEntriesPerServer)
  }

  stop(): void {
    this.#end()
    for (const [id, followed] of this.#followed) this.#write(id, followed)
  }

  #changed(server: Server): void {
    const { registry, clock } = this.#parts
    if (!registry.link(server.id)) {
      const followed = this.#followed.get(server.id)
      if (followed) this.#write(server.id, followed)
      this.#followed.delete(server.id)
      return
    }
    const at = clock.now().toISOString()
    const followed = this.#followed.get(server.id) ?? this.#follow(server.id, at)
    const moment = momentOf(server, at)
    if (!moment || isSame(followed.last, moment)) return
    followed.last = moment
    const isWaiting = followed.waiting !== undefined
    followed.waiting = moment
    const early = spacingMs - (clock.elapsed() - followed.writtenAt)
    if (early <= 0) this.#write(server.id, followed)
    else if (!isWaiting) clock.after(early, () => this.#write(server.id, followed))
  }

  #follow(serverId: string, at: string): Followed {
    const began: ConnectionEvent = { at, kind: 'began' }
    const followed = { last: began, writtenAt: Number.NEGATIVE_INFINITY, waiting: began }
    this.#followed.set(serverId, followed)
    this.#write(serverId, followed)
    followed.writtenAt = Number.NEGATIVE_INFINITY
    return followed
  }

  #write(serverId: string, followed: Followed): void {
    const { waiting } = followed
    if (!waiting) return
    followed.waiting = undefined
    followed.writtenAt = this.#parts.clock.elapsed()
    try {
      this.#parts.store.add(serverId, waiting, maxEntriesPerServer)
    } catch (error) {
      this.#parts.log.warn('a moment of a connection could not be stored', { serverId, error: `${error}` })
    }
  }

  #read(serverId: string): readonly ConnectionEvent[] {
    try {
      return this.#parts.store.read(serverId, maxEntriesPerServer)
    } catch (error) {
      this.#parts.log.warn('the history of a connection cannot be read', { serverId, error: `${error}` })
      return []
    }
  }
}

/** Connecting is not recorded. */
function momentOf({ state, strain, problem, health }: Server, at: string): ConnectionEvent | undefined {
  switch (state) {
    case 'connecting':
      return undefined
    case 'online':
      return { at, kind: 'online' }
    case 'degraded':
      return { at, kind: 'degraded', strain: strain ?? 'unwell', ...(health?.tps !== undefined && { tps: health.tps }) }
    case 'offline': {
      if (!problem) return { at, kind: 'offline' }
      const { code, message } = problem
      return { at, kind: 'offline', problem: { code, message: cleanText(message, maxReasonLength) } }
    }
  }
}

/** Whether the two entries show no relevant difference. */
function isSame(one: ConnectionEvent, other: ConnectionEvent): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'degraded' && other.kind === 'degraded') return one.strain === other.strain
  if (one.kind === 'offline' && other.kind === 'offline') return one.problem?.code === other.problem?.code
  return true
}
