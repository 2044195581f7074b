/**
 * Connection history: when each server connected, disconnected or became unhealthy, and why; stored across restarts.
 *
 * Guards that a flapping server displaces only its own history: one entry per second and server is stored, the newest
 * if there are several, and their number is limited.
 */

import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ConnectionStore } from '../ports/stores.js'
import type { Registry } from './registry.js'

/** Maximum entries per server. */
export const maxEntriesPerServer = 200
/** Milliseconds between two entries of one server. */
const spacingMs = 1_000
/** Maximum characters of an error. */
const maxReasonLength = 300

export interface ConnectionHistoryDependencies {
  readonly registry: Pick<Registry, 'link' | 'onDidChangeServer'>
  readonly store: ConnectionStore
  readonly clock: Clock
  readonly log: Log
}

interface TrackedServer {
  /** The last entry, stored or pending. */
  last: ConnectionEvent
  writtenAt: number
  waiting: ConnectionEvent | undefined
}

export class ConnectionHistory {
  readonly #deps: ConnectionHistoryDependencies
  readonly #tracked = new Map<string, TrackedServer>()
  readonly #end: () => void

  constructor(deps: ConnectionHistoryDependencies) {
    this.#deps = deps
    this.#end = deps.registry.onDidChangeServer(({ server }) => this.#changed(server))
  }

  /** Newest first. Never throws: unreadable entries are skipped. */
  of(serverId: string): readonly ConnectionEvent[] {
    const waiting = this.#tracked.get(serverId)?.waiting
    return [...(waiting ? [waiting] : []), ...this.#read(serverId)].slice(0, maxEntriesPerServer)
  }

  stop(): void {
    this.#end()
    for (const [id, tracked] of this.#tracked) this.#write(id, tracked)
  }

  #changed(server: Server): void {
    const { registry, clock } = this.#deps
    if (!registry.link(server.id)) {
      const tracked = this.#tracked.get(server.id)
      if (tracked) this.#write(server.id, tracked)
      this.#tracked.delete(server.id)
      return
    }
    const at = clock.now().toISOString()
    const tracked = this.#tracked.get(server.id) ?? this.#track(server.id, at)
    const event = connectionEventOf(server, at)
    if (!event || isSame(tracked.last, event)) return
    tracked.last = event
    const isWaiting = tracked.waiting !== undefined
    tracked.waiting = event
    const early = spacingMs - (clock.elapsed() - tracked.writtenAt)
    if (early <= 0) this.#write(server.id, tracked)
    else if (!isWaiting) clock.after(early, () => this.#write(server.id, tracked))
  }

  #track(serverId: string, at: string): TrackedServer {
    const began: ConnectionEvent = { at, kind: 'began' }
    const tracked = { last: began, writtenAt: Number.NEGATIVE_INFINITY, waiting: began }
    this.#tracked.set(serverId, tracked)
    this.#write(serverId, tracked)
    tracked.writtenAt = Number.NEGATIVE_INFINITY
    return tracked
  }

  #write(serverId: string, tracked: TrackedServer): void {
    const { waiting } = tracked
    if (!waiting) return
    tracked.waiting = undefined
    tracked.writtenAt = this.#deps.clock.elapsed()
    try {
      this.#deps.store.add(serverId, waiting, maxEntriesPerServer)
    } catch (error) {
      this.#deps.log.warn('a moment of a connection could not be stored', { serverId, error: `${error}` })
    }
  }

  #read(serverId: string): readonly ConnectionEvent[] {
    try {
      return this.#deps.store.read(serverId, maxEntriesPerServer)
    } catch (error) {
      this.#deps.log.warn('the history of a connection cannot be read', { serverId, error: `${error}` })
      return []
    }
  }
}

/** Connecting is not recorded. */
function connectionEventOf({ state, strain, problem, health }: Server, at: string): ConnectionEvent | undefined {
  switch (state) {
    case 'connecting':
      return undefined
    case 'online':
      return { at, kind: 'online' }
    case 'degraded':
      return { at, kind: 'degraded', strain: strain ?? 'unwell', ...(health?.tps !== undefined && { tps: health.tps }) }
    case 'offline': {
      if (!problem) return { at, kind: 'offline' }
      const { code, message, details } = problem
      const reason = typeof details?.reason === 'string' ? { details: { reason: cleanText(details.reason, 64) } } : {}
      return { at, kind: 'offline', problem: { code, message: cleanText(message, maxReasonLength), ...reason } }
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
