/** Memory people: a person directory without storage, for the parts that use one. */
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson, PersonTerms, PersonWay } from '@shared/clients/person.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import type { FoundWay, NewWay, PersonDirectory } from '../../../src-main/gateway/ports/person-directory.js'

export class MemoryPeople implements PersonDirectory {
  readonly #people = new Map<string, ListedPerson>()
  readonly #revoking = new Map<string, AbortController>()
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidRevoke = new Emitter<Person>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidRevoke = this.#onDidRevoke.on
  isWritable = true
  openedWays: string[] = []

  list(): readonly ListedPerson[] {
    return [...this.#people.values()]
  }

  add(terms: PersonTerms): ListedPerson {
    const person = { ...terms, id: `person:${terms.name.toLowerCase()}`, addedAt: at, ways: [], present: [] }
    this.#people.set(person.id, person)
    this.#onDidChange.emit()
    return person
  }

  change(id: string, terms: Partial<PersonTerms>): ListedPerson {
    const changed = { ...this.#known(id), ...terms }
    this.#people.set(id, changed)
    this.#onDidChange.emit()
    return changed
  }

  remove(id: string): void {
    for (const way of this.#known(id).ways) this.removeWay(way.id)
    this.#people.delete(id)
    this.#onDidChange.emit()
  }

  addWay(id: string, way: NewWay): PersonWay {
    if (!this.isWritable) throw new Error('the disk is full')
    if (way.kind !== 'discord') throw new Error('only Discord')
    const person = this.#known(id)
    const added: PersonWay = { ...way, id: `discord:${way.user}`, addedAt: at }
    this.#people.set(id, { ...person, ways: [...person.ways, added] })
    this.#revoking.set(added.id, new AbortController())
    this.#onDidChange.emit()
    return added
  }

  removeWay(id: string): void {
    const found = this.find(id)
    if (!found) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    const person = this.#known(found.person.id)
    this.#people.set(person.id, { ...person, ways: person.ways.filter((way) => way.id !== id) })
    this.#revoking.get(id)?.abort()
    this.#onDidRevoke.emit(found.person)
    this.#onDidChange.emit()
  }

  find(id: string): FoundWay | undefined {
    for (const { id: personId, name, role, servers, ways } of this.#people.values()) {
      const way = ways.find((one) => one.id === id)
      const revoked = this.#revoking.get(id)?.signal
      if (!way || !revoked) continue
      return { way, person: { id: personId, name, kind: 'discord', role, ...(servers && { servers }) }, revoked }
    }
    return undefined
  }

  opened(way: string): () => void {
    this.openedWays = [...this.openedWays, way]
    this.#onDidChange.emit()
    return () => {
      const at = this.openedWays.indexOf(way)
      this.openedWays = this.openedWays.filter((_, index) => index !== at)
    }
  }

  #known(id: string): ListedPerson {
    const person = this.#people.get(id)
    if (!person) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    return person
  }
}

const at = '2026-01-19T10:30:00Z'
