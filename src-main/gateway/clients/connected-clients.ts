/**
 * Connected clients: the programs that are connected now, and when each was last seen.
 *
 * The client name is unverified: the number of entries is bounded, and they affect no decision.
 */
import type { ConnectedClient } from '@shared/clients/connection.js'
import type { ActivityRecorder, Closable, ConnectedClientList, ConnectingClient } from '../ports/connections.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock } from '../ports/runtime.js'

/** Maximum number of programs; the one disconnected longest is dropped first. */
export const maxConnectedClients = 100

/** Milliseconds after its last request for which a program without an open connection counts as connected. */
const connectedForMs = 60_000

/** Milliseconds that changes are collected before listeners are notified. */
const debounceMs = 250

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
  readonly #clients = new Map<string, ClientActivity>()
  readonly #onDidChange = new Emitter<readonly ConnectedClient[]>()
  readonly onDidChange = this.#onDidChange.on
  #notified = ''
  #cancelNotification: (() => void) | undefined
  #cancelDisconnect = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  noteActivity({ clientId, says }: ConnectingClient, connection: Closable): void {
    const key = JSON.stringify([clientId, says])
    const client = this.#clients.get(key) ?? { clientId, says, open: 0, seenAt: 0, lastSeenAt: '' }
    this.#clients.delete(key)
    this.#clients.set(key, client)
    this.#touch(client)
    client.open += 1
    connection.once('close', () => {
      client.open -= 1
      this.#touch(client)
    })
    if (this.#clients.size > maxConnectedClients) this.#dropOldest()
  }

  all(): readonly ConnectedClient[] {
    return [...this.#clients.values()]
      .sort((one, other) => other.seenAt - one.seenAt)
      .map((client) => ({
        clientId: client.clientId,
        ...(client.says !== undefined && { says: client.says }),
        connected: this.#isConnected(client),
        lastSeenAt: client.lastSeenAt,
      }))
  }

  /** Stops notifying. */
  close(): void {
    this.#cancelNotification?.()
    this.#cancelNotification = () => {}
    this.#cancelDisconnect()
  }

  #isConnected({ open, seenAt }: ClientActivity): boolean {
    return open > 0 || this.#clock.elapsed() - seenAt < connectedForMs
  }

  #touch(client: ClientActivity): void {
    client.seenAt = this.#clock.elapsed()
    client.lastSeenAt = this.#clock.now().toISOString()
    this.#cancelNotification ??= this.#clock.after(debounceMs, () => {
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
      this.#cancelDisconnect = this.#clock.after(connectedForMs, () => this.#notify())
    }
  }

  #dropOldest(): void {
    const [first] = this.#clients
    const [oldest] = [...this.#clients].find(([, client]) => !this.#isConnected(client)) ?? first ?? []
    if (oldest !== undefined) this.#clients.delete(oldest)
  }
}
