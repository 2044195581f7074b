/** Fake servers: sends the fake servers to a page like main does: each offer once, with sequence numbers, removals by id. */
import type { Server } from '@shared/servers/server.js'
import type { SentServers, StateOfServer } from '../../../src-main/owner/table/shapes.js'

export class FakeServers {
  readonly #read: () => readonly Server[]
  #sequence = 0
  #reported: readonly string[] = []
  readonly #digests = new Map<string, string>()

  constructor(read: () => readonly Server[]) {
    this.#read = read
    this.#reported = read().map(({ id }) => id)
  }

  whole(): SentServers {
    const texts = new Map<string, string>()
    const servers = this.#read().map(({ capabilities, refused, findings, quarantined, ...condition }) => {
      const text = JSON.stringify({
        capabilities,
        refused,
        ...(findings && { findings }),
        ...(quarantined && { quarantined }),
      })
      const digest = this.#digests.get(text) ?? `offer-${this.#digests.size}`
      this.#digests.set(text, digest)
      texts.set(digest, text)
      return { ...condition, offer: digest }
    })
    const offers = [...texts].map(([digest, text]) => ({ digest, text }))
    return { sequence: this.#sequence, servers, gone: [], offers }
  }

  states(): readonly StateOfServer[] {
    return this.#read().map(({ id, state }) => ({ id, state }))
  }

  /** All of them again, as a push. */
  next(): SentServers {
    this.#sequence += 1
    const whole = this.whole()
    const there = whole.servers.map(({ id }) => id)
    const gone = this.#reported.filter((id) => !there.includes(id))
    this.#reported = there
    return { ...whole, gone }
  }
}
