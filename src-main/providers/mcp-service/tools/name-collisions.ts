/**
 * Name collisions: finds names and addresses that several services share.
 *
 * Clients still reach every tool and prompt, under a name with a hash, but of addresses only the first service's. The
 * owner is warned and can choose another namespace.
 */
import type { ToolOffer } from './tool-offer.js'

/** @param offers by service. @returns by service, the names it shares with another one */
export function collisionsOf(offers: ReadonlyMap<string, ToolOffer>): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, Set<string>>()
  const namesOf = new Map([...offers].map(([service, offer]) => [service, labelsOf(offer)]))
  for (const [service, labels] of namesOf) {
    for (const { key } of labels) {
      const some = owners.get(key) ?? new Set()
      owners.set(key, some.add(service))
    }
  }
  const shared = new Map<string, readonly string[]>()
  for (const [service, labels] of namesOf) {
    const names = labels.filter(({ key }) => (owners.get(key)?.size ?? 0) > 1).map(({ name }) => name)
    if (names.length > 0) shared.set(service, names)
  }
  return shared
}

interface Label {
  readonly name: string
  /** Tools, prompts and addresses are separate namespaces. */
  readonly key: string
}

function labelsOf({ relays, library }: ToolOffer): readonly Label[] {
  const label = (list: string, name: string): Label => ({ name, key: `${list} ${name}` })
  const { prompts = [], resources = [], templates = [], prefix = '' } = library ?? {}
  return [
    ...[...relays.values()].map(({ name }) => label('tool', name)),
    ...prompts.map(({ name }) => label('prompt', `${prefix}${name}`)),
    ...resources.map(({ uri }) => label('resource', String(uri))),
    ...templates.map(({ uriTemplate }) => label('template', String(uriTemplate))),
  ]
}

/**
 * How many bytes of definitions each service has in the list of tools.
 *
 * Guards the limit of the whole list, even when several services list at the same time: bytes are reserved
 * synchronously. A service that is down keeps its bytes and tools; one that was stopped releases them.
 */
export class ListBudget {
  readonly #taken = new Map<string, number>()

  /** @returns the function that reserves bytes for one definition, and returns whether it succeeded */
  reset(service: string, most: number): (bytes: number) => boolean {
    this.#taken.set(service, 0)
    return (bytes) => {
      if (this.#total + bytes > most) return false
      this.#taken.set(service, (this.#taken.get(service) ?? 0) + bytes)
      return true
    }
  }

  /** @returns whether anything was released */
  release(service: string): boolean {
    const had = this.#taken.get(service) ?? 0
    this.#taken.delete(service)
    return had > 0
  }

  get #total(): number {
    return [...this.#taken.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
}
