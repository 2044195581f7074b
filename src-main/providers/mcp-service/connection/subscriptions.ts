/**
 * Subscriptions: requests change notifications of a service, for its lists and for resources with subscribers.
 *
 * A service gets one subscription per address, and updates go only to its subscribers. Subscriptions are repeated in a
 * new session. Frequent updates are merged, so a service cannot flood clients.
 */
import type { Client } from '@modelcontextprotocol/client'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { backOff } from '../../../policy/limits/back-off.js'
import { anyResultSchema } from './connection.js'

export interface SubscriptionsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: string
}

type UpdateListener = (uri: string) => void

/** Updates of one resource within these milliseconds are merged. */
export const updateMs = 100
/** Maximum addresses merged at once. */
const maxUpdatedUris = 1_000
const requestMs = 30_000
const firstRetryMs = 1_000
/** Milliseconds after which a stream of the newer era counts as stable. */
const stableMs = 60_000

export class ResourceSubscriptions {
  readonly #options: SubscriptionsOptions
  readonly #listeners = new Map<string, Set<UpdateListener>>()
  readonly #updatedUris = new Set<string>()
  #client: Client | undefined
  #stream: { close(): Promise<void> } | undefined
  /** Requests are sent one at a time. */
  #turn: Promise<void> = Promise.resolve()
  #isRenewing = false
  #failures = 0
  #isWaiting = false
  #isLogged = false

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /** @returns the function that unsubscribes */
  follow(uri: string, listener: UpdateListener): () => void {
    const known = this.#listeners.get(uri)
    const listeners = known ?? new Set()
    listeners.add(listener)
    if (!known) {
      this.#listeners.set(uri, listeners)
      this.#request('resources/subscribe', uri)
    }
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      this.#listeners.delete(uri)
      this.#request('resources/unsubscribe', uri)
    }
  }

  /** A session started: sends all current subscriptions. */
  attach(client: Client): void {
    this.#client = client
    this.#stream = undefined
    this.#failures = 0
    this.#isRenewing = false
    this.#isWaiting = false
    this.#isLogged = false
    client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => this.#updated(uri))
    if (this.#isModern) return this.#renew()
    for (const uri of this.#listeners.keys()) this.#request('resources/subscribe', uri)
  }

  detach(): void {
    this.#client = undefined
    this.#stream = undefined
  }

  get #isModern(): boolean {
    return this.#client?.getProtocolEra() === 'modern'
  }

  #request(method: 'resources/subscribe' | 'resources/unsubscribe', uri: string): void {
    if (this.#isModern) return this.#renew()
    const client = this.#client
    if (!client?.getServerCapabilities()?.resources?.subscribe) return
    this.#inTurn(client, () => client.request({ method, params: { uri } }, anyResultSchema, { timeout: requestMs }))
  }

  /** The newer era uses one stream for everything; a changed subscription needs a new stream. */
  #renew(): void {
    const client = this.#client
    if (!client || this.#isRenewing) return
    this.#isRenewing = true
    this.#inTurn(client, async () => {
      this.#isRenewing = false
      const before = this.#stream
      const { tools, prompts, resources } = client.getServerCapabilities() ?? {}
      const followed = resources?.subscribe ? [...this.#listeners.keys()] : []
      const filter = {
        ...(tools?.listChanged && { toolsListChanged: true }),
        ...(prompts?.listChanged && { promptsListChanged: true }),
        ...(resources?.listChanged && { resourcesListChanged: true }),
        ...(followed.length > 0 && { resourceSubscriptions: followed }),
      }
      this.#stream = undefined
      if (Object.keys(filter).length > 0) {
        const stream = await client.listen(filter, { timeout: requestMs }).catch((error: unknown) => {
          this.#retry(client)
          throw error
        })
        this.#stream = stream
        const began = this.#options.clock.elapsed()
        void stream.closed.then((cause) => {
          if (cause === 'local' || this.#stream !== stream) return
          if (this.#options.clock.elapsed() - began >= stableMs) {
            this.#failures = 0
            this.#isLogged = false
          } else this.#warn('It closed the stream.')
          this.#retry(client)
        })
      }
      await before?.close()
    })
  }

  /** Reopens the stream while the session lasts, finally once a minute: there is no other change notification. */
  #retry(client: Client): void {
    if (this.#client !== client || this.#isWaiting) return
    this.#isWaiting = true
    const wait = backOff(this.#failures, firstRetryMs, Math.random())
    this.#failures += 1
    this.#options.clock.after(wait, () => {
      if (this.#client !== client) return
      this.#isWaiting = false
      this.#renew()
    })
  }

  #inTurn(client: Client, act: () => Promise<unknown>): void {
    this.#turn = this.#turn
      .then(async () => {
        if (this.#client === client) await act()
      })
      .catch((error: unknown) => {
        if (this.#client === client) this.#warn(`${error}`)
      })
  }

  /** Logged once, until a stream was stable. */
  #warn(error: string): void {
    if (this.#isLogged) return
    this.#isLogged = true
    const { log, service } = this.#options
    log.warn('a service does not say what changes', { service, error })
  }

  #updated(uri: string): void {
    if (this.#updatedUris.size >= maxUpdatedUris || this.#affectedBy(uri).length === 0) return
    if (this.#updatedUris.size === 0) this.#options.clock.after(updateMs, () => this.#deliver())
    this.#updatedUris.add(uri)
  }

  #deliver(): void {
    const updated = [...this.#updatedUris]
    this.#updatedUris.clear()
    for (const uri of updated) {
      for (const followed of this.#affectedBy(uri)) {
        for (const listener of this.#listeners.get(followed) ?? []) listener(uri)
      }
    }
  }

  /** Subscribed addresses that an update affects: the same address, and its parents. */
  #affectedBy(uri: string): string[] {
    return [...this.#listeners.keys()].filter(
      (followed) => uri === followed || uri.startsWith(followed.endsWith('/') ? followed : `${followed}/`),
    )
  }
}
