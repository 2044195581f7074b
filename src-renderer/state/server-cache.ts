/**
 * Server cache: all servers as a page knows them, from a snapshot and the changes since.
 *
 * Guards that no update is lost: pushes have sequence numbers. When one is missing, or names a server that the page never
 * received, the snapshot is requested again. Pure. Unchanged values stay the same object, so that a heartbeat re-renders
 * one server only.
 */
import type { Server } from '@shared/servers/server.js'
import type { SentServer, SentServers, ServerOffer } from '../../src-main/owner/table/shapes.js'

/** `waiting`: stored until the snapshot arrives. `missed`: the snapshot is needed again. */
export type UpdateResult = 'taken' | 'waiting' | 'missed'

interface Entry {
  readonly server: Server
  readonly offer: string
  /** The server without heartbeat and health, as JSON; compared to find changes. */
  readonly stateKey: string
}

export class ServerCache {
  #sequence: number | undefined
  #entries = new Map<string, Entry>()
  #offers = new Map<string, ServerOffer>()
  /** Changes that arrived before the requested snapshot. */
  #early: SentServers[] = []
  #servers: readonly Server[] = []
  #stableServers: readonly Server[] = []

  get servers(): readonly Server[] {
    return this.#servers
  }

  /** Keeps its identity until a server is added, removed or changes in more than heartbeat and health. */
  get stableServers(): readonly Server[] {
    return this.#stableServers
  }

  /** The snapshot has been requested: later changes wait for it. The current data stays meanwhile. */
  expect(): void {
    this.#sequence = undefined
    this.#early = []
  }

  /** Applies the snapshot, then the changes that arrived before it. */
  begin(whole: SentServers): UpdateResult {
    this.#sequence = whole.sequence
    this.#entries = new Map()
    this.#offers = new Map()
    const early = this.#early
    this.#early = []
    const taken = this.#apply(whole)
    return early.reduce<UpdateResult>((so, news) => (so === 'taken' ? this.take(news) : so), taken)
  }

  take(news: SentServers): UpdateResult {
    if (this.#sequence === undefined) {
      this.#early.push(news)
      return 'waiting'
    }
    if (news.sequence <= this.#sequence) return 'taken'
    if (news.sequence > this.#sequence + 1) return 'missed'
    this.#sequence = news.sequence
    return this.#apply(news)
  }

  #apply({ servers, gone, offers }: SentServers): UpdateResult {
    for (const { digest, text } of offers) this.#offers.set(digest, JSON.parse(text) as ServerOffer)
    if (servers.some(({ offer }) => !this.#offers.has(offer))) return 'missed'
    let isUnchanged = true
    for (const id of gone) isUnchanged = !this.#entries.delete(id) && isUnchanged
    for (const sent of servers) isUnchanged = this.#put(sent) && isUnchanged
    this.#servers = [...this.#entries.values()].map(({ server }) => server)
    if (!isUnchanged) this.#stableServers = this.#servers
    if (!isUnchanged) this.#forgetOffers()
    return 'taken'
  }

  /** Whether only heartbeat or health changed. */
  #put({ offer, ...condition }: SentServer): boolean {
    const before = this.#entries.get(condition.id)
    const { heartbeat: _heartbeat, health: _health, ...rest } = condition
    const stateKey = JSON.stringify(rest)
    const what = this.#offers.get(offer) as ServerOffer
    this.#entries.set(condition.id, { server: { ...condition, ...what }, offer, stateKey })
    return before?.stateKey === stateKey && before.offer === offer
  }

  /** Main sends a manifest again when a server offers one that no server offered before. */
  #forgetOffers(): void {
    const held = new Set([...this.#entries.values()].map(({ offer }) => offer))
    for (const digest of this.#offers.keys()) if (!held.has(digest)) this.#offers.delete(digest)
  }
}
