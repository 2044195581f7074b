/** Server search: searches for servers while the window requests it, and stops soon after. */

import type { AddedServer } from '@shared/servers/added-server.js'
import type { FoundServers } from '@shared/servers/java-server.js'
import type { Clock } from '../../gateway/ports/runtime.js'

export interface ServerSearchDependencies {
  readonly discovery: { readonly found: FoundServers; start(): void; stop(): void }
  /** The servers a person added. */
  readonly known: () => readonly AddedServer[]
  readonly clock: Pick<Clock, 'after'>
}

/** Milliseconds for which the search continues after the last request. */
const lingerMs = 10_000

export class ServerSearch {
  readonly #deps: ServerSearchDependencies
  #cancel: (() => void) | undefined

  constructor(deps: ServerSearchDependencies) {
    this.#deps = deps
  }

  /** Found servers, with the ids of those already added. */
  found(): FoundServers {
    const { discovery, known, clock } = this.#deps
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
    this.#deps.discovery.stop()
  }
}
