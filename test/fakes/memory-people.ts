/** Memory people: a directory of people without storage, for tests of what asks it. */
import { randomBytes } from 'node:crypto'
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson, PersonTerms, PersonWay } from '@shared/clients/person.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import type { FoundWay, NewWay, PersonDirectory } from '../../src-main/gateway/ports/person-directory.js'

interface Entry {
  readonly id: string
  terms: PersonTerms
  readonly ways: Map<string, { way: PersonWay; proof?: string; revoked: AbortController; open: number }>
}

const hex = () => randomBytes(4).toString('hex')

export class MemoryPeople implements PersonDirectory {
  /** Otherwise changes count, and fail then. */
  isWritable = true
  readonly #people = new Map<string, Entry>()
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidRevoke = new Emitter<Person>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidRevoke = this.#onDidRevoke.on

  list(): ListedPerson[] {
    return [...this.#people.values()].map(({ id, terms, ways }) => ({
      ...terms,
      id,
      addedAt: new Date(0).toISOString(),
      ways: [...ways.values()].map(({ way }) => way),
      present: [...ways.values()].filter(({ open }) => open > 0).map(({ way }) => way.kind),
    }))
  }

  add(terms: PersonTerms): ListedPerson {
    const id = `person:${hex()}`
    this.#people.set(id, { id, terms, ways: new Map() })
    this.#onDidChange.emit()
    return this.#listed(id)
  }

  change(id: string, terms: Partial<PersonTerms>): ListedPerson {
    const entry = this.#entry(id)
    entry.terms = { ...entry.terms, ...terms }
    this.#onDidRevoke.emit(this.#personOf(entry))
    if (!this.isWritable) throw new Error('the disk is full')
    this.#onDidChange.emit()
    return this.#listed(id)
  }

  remove(id: string): void {
    const entry = this.#entry(id)
    this.#people.delete(id)
    for (const { revoked } of entry.ways.values()) revoked.abort()
    this.#onDidRevoke.emit(this.#personOf(entry))
    this.#onDidChange.emit()
  }

  addWay(person: string, { proof, ...way }: NewWay & { proof?: string }): PersonWay {
    const id = `${way.kind}:${hex()}`
    const added = { ...way, id, addedAt: new Date(0).toISOString() } as PersonWay
    const revoked = new AbortController()
    this.#entry(person).ways.set(id, { way: added, revoked, open: 0, ...(proof !== undefined && { proof }) })
    this.#onDidChange.emit()
    return added
  }

  removeWay(id: string): void {
    for (const entry of this.#people.values()) {
      const way = entry.ways.get(id)
      if (!way) continue
      entry.ways.delete(id)
      way.revoked.abort()
      this.#onDidRevoke.emit(this.#personOf(entry))
      this.#onDidChange.emit()
    }
  }

  find(id: string): FoundWay | undefined {
    for (const entry of this.#people.values()) {
      const found = entry.ways.get(id)
      if (!found) continue
      const { way, proof, revoked } = found
      return { way, person: this.#personOf(entry), revoked: revoked.signal, ...(proof !== undefined && { proof }) }
    }
    return undefined
  }

  opened(id: string): () => void {
    const way = [...this.#people.values()].map(({ ways }) => ways.get(id)).find((one) => one !== undefined)
    if (way) way.open += 1
    return () => {
      if (way) way.open -= 1
    }
  }

  #personOf({ id, terms }: Entry): Person {
    return { ...terms, id, kind: 'remote' }
  }

  #listed(id: string): ListedPerson {
    const found = this.list().find((one) => one.id === id)
    if (!found) throw new Error(`There is no ${id}.`)
    return found
  }

  #entry(id: string): Entry {
    const entry = this.#people.get(id)
    if (!entry) throw new Error(`There is no ${id}.`)
    return entry
  }
}
