/**
 * Discovery: servers on this computer and in the local network, as one list that changes.
 *
 * Runs only while a person is looking. Entries that are not seen again are removed, and at most a hundred are kept,
 * because anybody in the network can announce anything (invariant 7).
 */
import type { FoundInNetwork, FoundServer, FoundServers } from '@shared/servers/java-server.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { findAgents } from './announced-agents.js'
import { pingForBedrock } from './bedrock-ping.js'
import { listenForLanWorlds } from './lan-worlds.js'
import { findServersHere } from './servers-here.js'

/** A way to search the network. */
export interface NetworkSearch {
  readonly again?: () => void
  readonly stop: () => void
}

export type StartSearch = (onFound: (found: FoundInNetwork) => void, onProblem: (why: string) => void) => NetworkSearch

export interface DiscoveryOptions {
  readonly clock: Clock
  readonly log: Log
  readonly onChange: (found: FoundServers) => void
  /** Injected by tests. */
  readonly here?: () => Promise<readonly FoundServer[]>
  readonly searches?: readonly StartSearch[]
}

const systemSearches: readonly StartSearch[] = [
  (onFound, onProblem) => ({ stop: listenForLanWorlds(onFound, { onProblem }) }),
  (onFound, onProblem) => pingForBedrock(onFound, { onProblem }),
  (onFound, onProblem) => findAgents(onFound, { onProblem }),
]

/** Milliseconds between two scans. */
const scanIntervalMs = 3_000
/** Milliseconds after which an entry that was not seen again is removed. */
const expiryMs = 10_000
const maxFound = 100

export class ServerDiscovery {
  readonly #options: DiscoveryOptions
  readonly #network = new Map<string, { readonly found: FoundInNetwork; readonly foundAt: number }>()
  #here: readonly FoundServer[] = []
  #isSearching = true
  #searches: readonly NetworkSearch[] = []
  #stopTimer: () => void = () => undefined
  #isRunning = false
  #shown = ''

  constructor(options: DiscoveryOptions) {
    this.#options = options
  }

  get found(): FoundServers {
    return {
      searching: this.#isSearching,
      here: this.#here,
      network: [...this.#network.values()].map(({ found }) => found).sort((a, b) => (a.key < b.key ? -1 : 1)),
    }
  }

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    const { log, searches = systemSearches } = this.#options
    const onProblem = (why: string) => log.info('a search in the network does not work', { why })
    this.#searches = searches.map((search) => search((found) => this.#add(found), onProblem))
    void this.#scan()
  }

  stop(): void {
    this.#isRunning = false
    this.#stopTimer()
    for (const { stop } of this.#searches) stop()
    this.#searches = []
  }

  async #scan(): Promise<void> {
    const { clock, log, here = () => findServersHere(log) } = this.#options
    const found = await here().catch(() => [])
    if (!this.#isRunning) return
    this.#here = found
    this.#isSearching = false
    for (const [key, { foundAt }] of this.#network) if (clock.elapsed() - foundAt > expiryMs) this.#network.delete(key)
    this.#changed()
    for (const { again } of this.#searches) again?.()
    this.#stopTimer = clock.after(scanIntervalMs, () => void this.#scan())
  }

  #add(found: FoundInNetwork): void {
    if (!this.#isRunning) return
    if (this.#network.size >= maxFound && !this.#network.has(found.key)) return
    this.#network.set(found.key, { found, foundAt: this.#options.clock.elapsed() })
    this.#changed()
  }

  /** Notifies only when the shown list changes. */
  #changed(): void {
    const { found } = this
    const shown = JSON.stringify(found)
    if (shown === this.#shown) return
    this.#shown = shown
    this.#options.onChange(found)
  }
}
