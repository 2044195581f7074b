/** Server search: looks for servers while the window asks, and stops by itself soon after. */
import type { FoundServers } from '../contract/java-server.js'
import type { AgentServer } from '../contract/settings.js'
import type { Clock } from '../gateway/ports.js'

export interface ServerSearchParts {
  readonly discovery: { readonly found: FoundServers; start(): void; stop(): void }
  /** The servers a person added. */
  readonly known: () => readonly AgentServer[]
  readonly clock: Pick<Clock, 'after'>
}

/** Milliseconds that the search goes on after the last request. */
const lingerMs = 10_000

export class ServerSearch {
  readonly #parts: ServerSearchParts
  #cancel: (() => void) | undefined

  constructor(parts: ServerSearchParts) {
    this.#parts = parts
  }

  /** What was found so far, with the ids of servers that were added already. */
  found(): FoundServers {
    const { discovery, known, clock } = this.#parts
    discovery.start()
    this.#cancel?.()
    this.#cancel = clock.after(lingerMs, () => discovery.stop())
    const byFolder = new Map(known().flatMap(({ id, folder }) => (folder === undefined ? [] : [[folder, id] as const])))
    const { here, ...rest } = discovery.found
    return {
      ...rest,
      here: here.map((server) => {
        const added = server.folder === undefined ? undefined : byFolder.get(server.folder)
        return added === undefined ? server : { ...server, added }
      }),
    }
  }

  stop(): void {
    this.#cancel?.()
    this.#parts.discovery.stop()
  }
}
