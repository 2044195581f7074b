/**
 * Server ledger: all servers as a page knows them, put together from the whole and from what changed since.
 *
 * Guards that no update is lost: pushes are counted, and where one is missing, or names what the page never received, the
 * whole is asked for again. Pure. What is the same stays the same object, so that a heartbeat draws one server anew and
 * searches no list of capabilities.
 */
import type { Server } from '../../src-main/contract/server.js'
import type { SentServer, SentServers, ServerOffer } from '../../src-main/ipc/shapes.js'

/** `waiting`: kept until the whole comes. `missed`: the whole is needed again. */
export type Taking = 'taken' | 'waiting' | 'missed'

interface Entry {
  readonly server: Server
  readonly offer: string
  /** Everything about how it is but its pulse. */
  readonly steady: string
}

export class ServerLedger {
  #sequence: number | undefined
  #entries = new Map<string, Entry>()
  #offers = new Map<string, ServerOffer>()
  /** What came before the whole that was asked for. */
  #early: SentServers[] = []
  #servers: readonly Server[] = []
  #steady: readonly Server[] = []

  get servers(): readonly Server[] {
    return this.#servers
  }

  /** The same list until a server comes, goes, or is another in more than its heartbeat and its health. */
  get steady(): readonly Server[] {
    return this.#steady
  }

  /** The whole has been asked for: what comes from now on waits for it. What is known stays known meanwhile. */
  expect(): void {
    this.#sequence = undefined
    this.#early = []
  }

  /** The whole, and after it what came while it was on its way. */
  begin(whole: SentServers): Taking {
    this.#sequence = whole.sequence
    this.#entries = new Map()
    this.#offers = new Map()
    const early = this.#early
    this.#early = []
    const taken = this.#apply(whole)
    return early.reduce<Taking>((so, news) => (so === 'taken' ? this.take(news) : so), taken)
  }

  take(news: SentServers): Taking {
    if (this.#sequence === undefined) {
      this.#early.push(news)
      return 'waiting'
    }
    if (news.sequence <= this.#sequence) return 'taken'
    if (news.sequence > this.#sequence + 1) return 'missed'
    this.#sequence = news.sequence
    return this.#apply(news)
  }

  #apply({ servers, gone, offers }: SentServers): Taking {
    for (const { digest, text } of offers) this.#offers.set(digest, JSON.parse(text) as ServerOffer)
    if (servers.some(({ offer }) => !this.#offers.has(offer))) return 'missed'
    let isSteady = true
    for (const id of gone) isSteady = !this.#entries.delete(id) && isSteady
    for (const sent of servers) isSteady = this.#put(sent) && isSteady
    this.#servers = [...this.#entries.values()].map(({ server }) => server)
    if (!isSteady) this.#steady = this.#servers
    if (!isSteady) this.#forgetOffers()
    return 'taken'
  }

  /** Whether nothing but its pulse is another. */
  #put({ offer, ...condition }: SentServer): boolean {
    const before = this.#entries.get(condition.id)
    const { heartbeat: _heartbeat, health: _health, ...rest } = condition
    const steady = JSON.stringify(rest)
    const what = this.#offers.get(offer) as ServerOffer
    this.#entries.set(condition.id, { server: { ...condition, ...what }, offer, steady })
    return before?.steady === steady && before.offer === offer
  }

  /** Main sends again what no server offers any more, should one come to offer it. */
  #forgetOffers(): void {
    const held = new Set([...this.#entries.values()].map(({ offer }) => offer))
    for (const digest of this.#offers.keys()) if (!held.has(digest)) this.#offers.delete(digest)
  }
}
