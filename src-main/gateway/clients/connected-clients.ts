/**
 * Connected clients: the programs that are connected now, and when each was last seen.
 *
 * The client name is only a claim: the number of entries is bounded, and they decide nothing.
 */
import type { ConnectedClient } from '@shared/clients/connection.js'
import type { ActivityRecorder, Closable, ConnectedClientList, ConnectingClient } from '../ports/connections.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock } from '../ports/runtime.js'

/** Maximum number of programs; the one disconnected longest is dropped first. */
export const maxConnectedClients = 100

/** Milliseconds after its last request for which a program without an open connection counts as connected. */
const lingerMs = 60_000

/** Milliseconds that changes are collected before listeners are notified. */
const gatherMs = 250

interface ClientActivity {
  readonly clientId: string
  readonly says: string | undefined
  open: number
  seenAt: number
  /** ISO 8601. */
  lastSeenAt: string
}

export class ConnectedClients implements ActivityRecorder, ConnectedClientList {
  readonly #clock: Clock
  /** Ordered by last activity, oldest first. */
  readonly #kept = new Map<string, ClientActivity>()
  readonly #onDidChange = new Emitter<readonly ConnectedClient[]>()
  readonly onDidChange = this.#onDidChange.on
  #notified = ''
  #cancelNotification: (() => void) | undefined
  #cancelDisconnect = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  noteActivity({ clientId, says }: ConnectingClient, thing: Closable): void {
    const key = JSON.stringify([clientId, says])
    const kept = this.#kept.get(key) ?? { clientId, says, open: 0, seenAt: 0, lastSeenAt: '' }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    this.#see(kept)
    kept.open += 1
    thing.once('close', () => {
      kept.open -= 1
      this.#see(kept)
    })
    if (this.#kept.size > maxConnectedClients) this.#forgetOne()
  }

  all(): readonly ConnectedClient[] {
    return [...this.#kept.values()]
      .sort((one, other) => other.seenAt - one.seenAt)
      .map((kept) => ({
        clientId: kept.clientId,
        ...(kept.says !== undefined && { says: kept.says }),
        connected: this.#isThere(kept),
        lastSeenAt: kept.lastSeenAt,
      }))
  }

  /** Stops notifying. */
  close(): void {
    this.#cancelNotification?.()
    this.#cancelNotification = () => {}
    this.#cancelDisconnect()
  }

  #isThere({ open, seenAt }: ClientActivity): boolean {
    return open > 0 || this.#clock.elapsed() - seenAt < lingerMs
  }

  #see(kept: ClientActivity): void {
    kept.seenAt = this.#clock.elapsed()
    kept.lastSeenAt = this.#clock.now().toISOString()
    this.#cancelNotification ??= this.#clock.after(gatherMs, () => {
      this.#cancelNotification = undefined
      this.#notify()
    })
  }

  /** Notifies when a client connects or disconnects, or at the end of the minute in which one was seen. */
  #notify(): void {
    const clients = this.all()
    const snapshot = JSON.stringify(
      clients.map((client) => ({ ...client, lastSeenAt: client.lastSeenAt.slice(0, 16) })),
    )
    if (snapshot !== this.#notified) {
      this.#notified = snapshot
      this.#onDidChange.emit(clients)
    }
    this.#cancelDisconnect()
    if (clients.some(({ connected }) => connected)) {
      this.#cancelDisconnect = this.#clock.after(lingerMs, () => this.#notify())
    }
  }

  #forgetOne(): void {
    const [first] = this.#kept
    const [leaving] = [...this.#kept].find(([, kept]) => !this.#isThere(kept)) ?? first ?? []
    if (leaving !== undefined) this.#kept.delete(leaving)
  }
}
