/** Builds: those of all servers that run, wait or have ended lately. */
import type { BuildState } from '@shared/build/build-state.js'
import { Emitter } from '../ports/emitter.js'
import type { ServerBuilds } from '../ports/provider.js'
import type { Registry } from '../trust/registry.js'

export class Builds {
  readonly #registry: Pick<Registry, 'servers' | 'link'>
  /** Those that are followed; a server that was changed has others. */
  readonly #followed = new Map<string, { readonly builds: ServerBuilds; readonly end: () => void }>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(registry: Pick<Registry, 'servers' | 'link' | 'onDidChangeServer'>) {
    this.#registry = registry
    registry.onDidChangeServer(({ server }) => this.#follow(server.id))
    for (const { id } of registry.servers()) this.#follow(id)
  }

  /** Oldest first. */
  list(): readonly BuildState[] {
    return [...this.#followed.values()]
      .flatMap(({ builds }) => builds.list())
      .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
  }

  /** The builds of the server that has this one. */
  of(id: string): ServerBuilds | undefined {
    const found = [...this.#followed.values()].find(({ builds }) => builds.list().some((build) => build.id === id))
    return found?.builds
  }

  #follow(server: string): void {
    const builds = this.#registry.link(server)?.builds
    const before = this.#followed.get(server)
    if (before?.builds === builds) return
    before?.end()
    this.#followed.delete(server)
    if (builds) this.#followed.set(server, { builds, end: builds.onDidChange(() => this.#onDidChange.emit()) })
    this.#onDidChange.emit()
  }
}
