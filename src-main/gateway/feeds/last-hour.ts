/**
 * Last hour: players, tick rate, calls and refusals of each server per minute, while the program runs.
 *
 * Guards its size: one hour per server. It needs no timer: a minute without data has the last values.
 */

import type { Server } from '@shared/servers/server.js'
import { hourMinutes, isRefused, type LastHour, type LiveEntry, type MinuteFigures } from '@shared/trail/live.js'
import type { Clock } from '../ports/runtime.js'

const minuteMs = 60_000

/** For calls that reached no server: they count for every server, as *Live* lists them under every server. */
const noServer = ''

interface Minute {
  players?: number
  tps?: number
  calls: number
  refused: number
  events: number
}

interface ServerHour {
  /** Minute number → its statistics; older ones are removed. */
  readonly minutes: Map<number, Minute>
  /** Last values of the newest minute; absent while the server is offline. */
  health: { readonly players?: number; readonly tps?: number } | undefined
  /** Number of the newest minute. */
  newest: number
}

export class LastHours {
  readonly #clock: Clock
  readonly #began: number
  readonly #hours = new Map<string, ServerHour>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#began = this.#minute
  }

  /** A server connected, disconnected or reported its health. */
  noteServer({ id, state, health }: Pick<Server, 'id' | 'state' | 'health'>): void {
    const hour = this.#refreshedHour(id)
    const isOnline = state === 'online' || state === 'degraded'
    hour.health = isOnline ? { ...finite('players', health?.onlinePlayers), ...finite('tps', health?.tps) } : undefined
    if (hour.health) note(this.#minuteOf(hour), hour.health)
  }

  noteEntry(entry: LiveEntry): void {
    if (entry.kind !== 'game' && entry.kind !== 'call') return
    const minute = this.#minuteOf(this.#refreshedHour(entry.server?.id ?? noServer))
    if (entry.kind === 'game') {
      minute.events += 1
      const { tps } = entry.data
      if (entry.eventId === 'world.tick.health') note(minute, finite('tps', tps))
      return
    }
    minute.calls += 1
    if (isRefused(entry)) minute.refused += 1
  }

  /** @param servers ids; default: all servers */
  of(servers?: readonly string[]): LastHour {
    const last = this.#minute
    const hours = (servers ? [...servers, noServer] : [...this.#hours.keys()]).flatMap((id) =>
      this.#hours.has(id) ? [this.#refreshedHour(id)] : [],
    )
    const minutes = Array.from({ length: hourMinutes }, (_, index) =>
      combine(hours.flatMap((hour) => hour.minutes.get(last - hourMinutes + 1 + index) ?? [])),
    )
    return {
      until: new Date(last * minuteMs).toISOString(),
      minutes,
      unknown: Math.min(hourMinutes, Math.max(0, this.#began - (last - hourMinutes + 1))),
    }
  }

  get #minute(): number {
    return Math.floor(this.#clock.now().getTime() / minuteMs)
  }

  /** Fills the minutes since the newest one with the last values, and removes those older than an hour. */
  #refreshedHour(id: string): ServerHour {
    const now = this.#minute
    const known = this.#hours.get(id)
    if (known?.newest === now) return known
    const hour = known ?? { minutes: new Map(), health: undefined, newest: now }
    this.#hours.set(id, hour)
    // A clock that was set back would leave minutes in the future.
    if (now < hour.newest) hour.newest = now
    for (let minute = Math.max(hour.newest + 1, now - hourMinutes + 1); minute <= now; minute += 1) {
      if (hour.health) hour.minutes.set(minute, { ...hour.health, calls: 0, refused: 0, events: 0 })
    }
    hour.newest = now
    for (const minute of hour.minutes.keys()) {
      if (minute <= now - hourMinutes || minute > now) hour.minutes.delete(minute)
    }
    return hour
  }

  #minuteOf(hour: ServerHour): Minute {
    const minute = hour.minutes.get(hour.newest) ?? { ...hour.health, calls: 0, refused: 0, events: 0 }
    hour.minutes.set(hour.newest, minute)
    return minute
  }
}

function note(minute: Minute, { players, tps }: { readonly players?: number; readonly tps?: number }): void {
  if (players !== undefined) minute.players = Math.max(minute.players ?? 0, players)
  if (tps !== undefined) minute.tps = Math.min(minute.tps ?? tps, tps)
}

const finite = <Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: number } =>
  (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? { [key]: value } : {}) as {
    readonly [K in Key]?: number
  }

function combine(minutes: readonly Minute[]): MinuteFigures {
  const all: Minute = { calls: 0, refused: 0, events: 0 }
  for (const { players, tps, calls, refused, events } of minutes) {
    if (players !== undefined) all.players = (all.players ?? 0) + players
    if (tps !== undefined) all.tps = Math.min(all.tps ?? tps, tps)
    all.calls += calls
    all.refused += refused
    all.events += events
  }
  return all
}
