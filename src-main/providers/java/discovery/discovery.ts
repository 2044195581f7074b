/**
 * Discovery: servers on this computer and in the local network, as one list that changes.
 *
 * Runs only while a person is looking. Entries that are not seen again are removed, and at most a hundred are kept,
 * because anybody in the network can announce anything (invariant 7). Texts of the network are untrusted.
 */

import { access } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import path from 'node:path'
import type { FoundInNetwork, FoundServer, FoundServers } from '@shared/servers/java-server.js'
import { Bonjour, type Service } from 'bonjour-service'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { plainName, untrusted } from '../../../policy/text/untrusted-text.js'
import { openServerFolder } from '../folder/server-folder.js'
import { pingForBedrock } from './bedrock-ping.js'
import { type JavaProcess, javaProcesses } from './java-processes.js'
import { listenForLanWorlds } from './lan-worlds.js'

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

/** How contract agents announce themselves by mDNS: `_mcagent._tcp`. */
export const agentService = 'mcagent'

/** Undefined when the announcement has no usable address or port. */
export function agentOf({
  name,
  addresses = [],
  port,
}: Pick<Service, 'name' | 'addresses' | 'port'>): FoundInNetwork | undefined {
  const host = addresses.find((address) => isIPv4(address)) ?? addresses[0]
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  return { key: `agent ${host}:${port}`, kind: 'agent', name: plainName(untrusted(name)) || host, host, port }
}

/** @returns `again` queries again; `stop` ends the search */
export function findAgents(
  onFound: (found: FoundInNetwork) => void,
  {
    multicast = {},
    onProblem = () => undefined,
  }: { readonly multicast?: object; readonly onProblem?: (why: string) => void } = {},
): { readonly again: () => void; readonly stop: () => void } {
  const bonjour = new Bonjour(multicast, (error: Error) => onProblem(error.message))
  const browser = bonjour.find({ type: agentService }, (service) => {
    const found = agentOf(service)
    if (found) onFound(found)
  })
  return {
    again: () => {
      browser.update()
      browser.expire()
      for (const service of browser.services) {
        const found = agentOf(service)
        if (found) onFound(found)
      }
    },
    stop: () => {
      browser.stop()
      bonjour.destroy()
    },
  }
}

/** A Java program counts as a server when its folder has a `server.properties`. Never rejects. */
export async function findServersHere(
  log: Log,
  processes: () => Promise<readonly JavaProcess[]> = javaProcesses,
): Promise<readonly FoundServer[]> {
  const folders = new Map<string, number>()
  for (const { pid, folder } of await processes())
    if (folder !== undefined && !folders.has(folder)) folders.set(folder, pid)
  const found = await Promise.all([...folders].map(([folder, pid]) => describe(folder, pid, log)))
  return found.filter((one) => one !== undefined)
}

async function describe(folder: string, pid: number, log: Log): Promise<FoundServer | undefined> {
  try {
    await access(path.join(folder, 'server.properties'))
    const opened = await openServerFolder(folder, { log })
    const { gamePort } = opened
    return {
      key: `${pid} ${opened.files.place}`,
      name: plainName(untrusted(path.basename(opened.files.place))),
      ...(await opened.software()),
      ...(gamePort !== undefined && { gamePort }),
      folder: opened.files.place,
    }
  } catch {
    return undefined
  }
}
