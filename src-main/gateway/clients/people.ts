/**
 * People: who answers besides the person at the computer, on which ways, and what each of them may answer.
 *
 * Guards invariant 6: only an owner's order adds a person or a way, and each is recorded with the owner who gave it.
 * Guards invariant 2: a person has one id on all their ways, so a quorum of two is never one person twice, and a role
 * counts as it is now. What is taken away counts at once, even when it cannot be stored. Guards invariant 8: of a phone
 * only the hash of its key is stored, of a computer its public key.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson, PersonTerms, PersonWay } from '@shared/clients/person.js'
import {
  areTerms,
  desktopId,
  discordWayId,
  gameWayId,
  isLowered,
  isWay,
  mayGiveWay,
  personLimits,
  plainTerms,
} from '../../policy/rights/person-terms.js'
import { Emitter } from '../ports/emitter.js'
import type { PeopleStore, StoredPerson, StoredWay } from '../ports/people.js'
import type { FoundWay, NewWay, PersonDirectory } from '../ports/person-directory.js'
import type { Clock, Log } from '../ports/runtime.js'
import {
  alreadySomebodys,
  anotherOwner,
  invalidTerms,
  invalidWay,
  lastOwner,
  noSuchPerson,
  noSuchWay,
  notTheDesktop,
  tooManyPeople,
  tooManyWays,
  unusable,
} from './people-errors.js'
import { type PeopleTrail, recordOfPeople } from './people-trail.js'

export interface PeopleDependencies extends PeopleTrail {
  /** Undefined when the store is unavailable: nobody can be added then. */
  readonly store: PeopleStore | undefined
  readonly clock: Clock
  readonly log: Log
  /** Whether somebody can answer at the computer of the gateway; true when it is absent. */
  readonly hasDesktop?: boolean
  /** Ids of the callers that are this player; none when it is absent. */
  readonly callersOf?: (server: string, player: string, uuid?: string) => readonly string[]
}

interface Known {
  readonly stored: StoredWay
  readonly revoked: AbortController
  lastSeenAt: string | undefined
  /** How often it is open. */
  open: number
}

const kindOnWay = { phone: 'phone', computer: 'remote', game: 'player', discord: 'discord' } as const

export class PeopleService implements PersonDirectory {
  readonly #deps: PeopleDependencies
  readonly #people = new Map<string, StoredPerson>()
  readonly #ways = new Map<string, Known>()
  /** Whether it is not known who was added: then nobody new comes first. */
  #isUnread = false
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidRevoke = new Emitter<Person>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidRevoke = this.#onDidRevoke.on

  constructor(deps: PeopleDependencies) {
    this.#deps = deps
    const { store, clock, log } = deps
    const here = { id: desktopId, name: desktopId, role: 'owner', addedAt: clock.now().toISOString() } as const
    this.#people.set(here.id, here)
    try {
      const ways = store?.ways() ?? []
      for (const person of store?.people() ?? []) this.#people.set(person.id, person)
      for (const stored of ways) if (this.#people.has(stored.person)) this.#know(stored)
      this.#isUnread = store?.isDamaged() === true
      if (this.#isUnread) log.error('somebody who answers elsewhere cannot be read: nobody new can be added')
    } catch (error) {
      this.#isUnread = true
      log.error('who answers elsewhere cannot be read: nobody does', { error: `${error}` })
    }
  }

  list(): readonly ListedPerson[] {
    const { hasDesktop = true } = this.#deps
    return [...this.#people.values()]
      .map((person) => {
        const ways = this.#waysOf(person.id)
        return {
          ...person,
          ways: ways.map(shownWay),
          present: [...new Set(ways.filter(({ open }) => open > 0).map(({ stored }) => stored.way.kind))],
        }
      })
      .filter(({ id, ways }) => id !== desktopId || hasDesktop || ways.length > 0)
  }

  /**
   * A person with the role and the servers that they have now. Somebody who was removed may answer nothing; of others
   * than people of the directory it changes nothing.
   */
  current(person: Person): Person {
    if (!person.id.startsWith('person:')) return person
    const known = this.#people.get(person.id)
    const { servers: _servers, ...given } = person
    if (!known) return { ...given, role: 'viewer' }
    const { role, servers } = known
    const callers = this.#callersOf(person.id)
    return { ...given, role, ...(servers && { servers }), ...(callers.length > 0 && { callers }) }
  }

  /** @throws GatewayError when nobody, or no way of this person, can be added */
  expectRoom(person?: string): void {
    if (!this.#deps.store || this.#isUnread) throw unusable()
    if (person === undefined) {
      if (this.#people.size > personLimits.people) throw tooManyPeople(personLimits.people)
    } else {
      if (!this.#people.has(person)) throw noSuchPerson()
      if (this.#waysOf(person).length >= personLimits.ways) throw tooManyWays(personLimits.ways)
    }
  }

  /** Whether nobody has this name, and it can be given. */
  isFree(name: string): boolean {
    return areTerms({ name, role: 'viewer' }, this.#otherNames())
  }

  add(terms: PersonTerms, by: Person): ListedPerson {
    const plain = plainTerms(terms)
    this.expectRoom()
    if (!areTerms(plain, this.#otherNames())) throw invalidTerms()
    const person = { id: this.#unusedId(), ...plain, addedAt: this.#now() }
    this.#record('add', by, { person: { id: person.id, ...plain } })
    this.#deps.store?.put(person)
    this.#people.set(person.id, person)
    this.#onDidChange.emit()
    return this.#listed(person.id)
  }

  /** A role comes with its servers: where only the role is given, a moderator answers for all servers. */
  change(id: string, terms: Partial<PersonTerms>, by: Person): ListedPerson {
    const before = this.#changeable(id)
    const { addedAt } = before
    const { name = before.name, role = before.role } = terms
    const servers = 'role' in terms || 'servers' in terms ? terms.servers : before.servers
    const plain = plainTerms({ name, role, ...(servers && { servers }) })
    if (!areTerms(plain, this.#otherNames(id))) throw invalidTerms()
    if (plain.role !== 'owner') this.#expectOtherOwner(before)
    const { store } = this.#deps
    if (!store) throw unusable()
    const person = { id, ...plain, addedAt }
    const takesAway = isLowered(before, plain)
    if (takesAway) {
      this.#people.set(id, person)
      this.#onDidRevoke.emit(this.#person(before))
    }
    this.#record('change', by, { person: { id, ...plain } })
    store.put(person)
    this.#people.set(id, person)
    this.#onDidChange.emit()
    return this.#listed(id)
  }

  remove(id: string, by: Person): void {
    const person = this.#changeable(id)
    this.#expectOtherOwner(person)
    const ways = this.#waysOf(id)
    this.#people.delete(id)
    for (const way of ways) this.#forget(way)
    this.#onDidRevoke.emit(this.#person(person))
    this.#onDidChange.emit()
    this.#deps.store?.remove(id)
    this.#record('remove', by, { person: { id, name: person.name } })
  }

  addWay(id: string, way: NewWay, by: Person): PersonWay {
    this.expectRoom(id)
    const role = this.#people.get(id)?.role ?? 'owner'
    if (!mayGiveWay(by, { id, role }, this.#waysOf(id).length)) throw anotherOwner()
    const { proof, ...data } = 'proof' in way ? way : { ...way, proof: undefined }
    const added = { ...data, id: wayId(way), addedAt: this.#now() } as PersonWay
    if (!isWay(added, proof)) throw invalidWay()
    if (this.#belongsToSomebody(added)) throw alreadySomebodys()
    const stored = { person: id, way: added, ...(proof !== undefined && { proof }) }
    this.#record('addWay', by, { person: this.#named(id), way: described(added) })
    this.#deps.store?.addWay(stored)
    this.#know(stored)
    this.#onDidChange.emit()
    return added
  }

  removeWay(id: string, by: Person): void {
    const known = this.#ways.get(id)
    if (!known) throw noSuchWay()
    const { way, person } = known.stored
    const owner = this.#people.get(person)
    this.#forget(known)
    if (owner) this.#onDidRevoke.emit(this.#person(owner, way))
    this.#onDidChange.emit()
    this.#deps.store?.removeWay(id)
    this.#record('removeWay', by, { person: this.#named(person), way: described(way) })
  }

  find(way: string): FoundWay | undefined {
    const known = this.#ways.get(way)
    const person = known && this.#people.get(known.stored.person)
    if (!known || !person) return undefined
    const { proof } = known.stored
    return {
      way: shownWay(known),
      person: this.#person(person, known.stored.way),
      ...(proof !== undefined && { proof }),
      revoked: known.revoked.signal,
    }
  }

  opened(way: string): () => void {
    const known = this.#ways.get(way)
    if (!known) return () => {}
    this.#count(known, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#count(known, -1)
      isOpen = false
    }
  }

  #count(known: Known, change: 1 | -1): void {
    const { store, log } = this.#deps
    const { id } = known.stored.way
    known.open += change
    known.lastSeenAt = this.#now()
    try {
      if (this.#ways.get(id) === known) store?.touch(id, known.lastSeenAt)
    } catch (error) {
      log.warn('the last visit of a person could not be stored', { error: `${error}` })
    }
    this.#onDidChange.emit()
  }

  #know(stored: StoredWay): void {
    const { way } = stored
    const lastSeenAt = 'lastSeenAt' in way ? way.lastSeenAt : undefined
    this.#ways.set(way.id, { stored, revoked: new AbortController(), lastSeenAt, open: 0 })
  }

  #forget(known: Known): void {
    this.#ways.delete(known.stored.way.id)
    known.revoked.abort()
  }

  #waysOf(person: string): Known[] {
    return [...this.#ways.values()].filter(({ stored }) => stored.person === person)
  }

  /** The person as they answer on one of their ways. */
  #person({ id, name, role, servers }: StoredPerson, way?: PersonWay): Person {
    const kind = way ? kindOnWay[way.kind] : 'remote'
    const callers = id !== desktopId || kind === 'player' ? this.#callersOf(id) : []
    return { id, name, kind, role, ...(servers && { servers }), ...(callers.length > 0 && { callers }) }
  }

  #callersOf(person: string): readonly string[] {
    const { callersOf = () => [] } = this.#deps
    return this.#waysOf(person).flatMap(({ stored: { way } }) =>
      way.kind === 'game' ? callersOf(way.server, way.player, way.uuid) : [],
    )
  }

  /** An account with its player or user belongs to one person, whatever the way is called. */
  #belongsToSomebody(way: PersonWay): boolean {
    return [...this.#ways.values()].some(({ stored }) => {
      const other = stored.way
      if (other.id === way.id) return true
      if (other.kind !== 'game' || way.kind !== 'game') return false
      const isSamePlayer = other.server === way.server && other.player.toLowerCase() === way.player.toLowerCase()
      return isSamePlayer || (way.uuid !== undefined && other.server === way.server && other.uuid === way.uuid)
    })
  }

  #changeable(id: string): StoredPerson {
    if (id === desktopId) throw notTheDesktop()
    const person = this.#people.get(id)
    if (!person) throw noSuchPerson()
    return person
  }

  /** A gateway without a person at its computer keeps an owner. */
  #expectOtherOwner(person: StoredPerson): void {
    if (this.#deps.hasDesktop !== false || person.role !== 'owner') return
    const others = [...this.#people.values()].filter(({ id, role }) => id !== person.id && role === 'owner')
    if (!others.some(({ id }) => id !== desktopId)) throw lastOwner()
  }

  #otherNames(id?: string): readonly string[] {
    return [...this.#people.values()].filter((one) => one.id !== id && one.id !== desktopId).map(({ name }) => name)
  }

  #named(id: string): { readonly id: string; readonly name: string } {
    return { id, name: this.#people.get(id)?.name ?? id }
  }

  #listed(id: string): ListedPerson {
    const listed = this.list().find((one) => one.id === id)
    if (!listed) throw noSuchPerson()
    return listed
  }

  #unusedId(): string {
    const id = `person:${randomBytes(4).toString('hex')}`
    return this.#people.has(id) ? this.#unusedId() : id
  }

  #now(): string {
    return this.#deps.clock.now().toISOString()
  }

  #record(doing: Parameters<typeof recordOfPeople>[1], by: Person, request: Record<string, unknown>): void {
    recordOfPeople(this.#deps, doing, by, request)
  }
}

/** A device is named by its proof, so that one device is never added twice. */
function wayId(way: NewWay): string {
  if (way.kind === 'game') return gameWayId(way.server, way.player)
  if (way.kind === 'discord') return discordWayId(way.user)
  return `${way.kind}:${createHash('sha256').update(way.proof).digest('hex').slice(0, 8)}`
}

/** The id of the way of a phone. @param keyHash SHA-256 of its key, in hex */
export const phoneWayId = (keyHash: string): string => wayId({ kind: 'phone', proof: keyHash })

function shownWay({ stored: { way }, lastSeenAt }: Known): PersonWay {
  if (way.kind !== 'phone' && way.kind !== 'computer') return way
  return lastSeenAt === undefined ? way : { ...way, lastSeenAt }
}

/** Without times, for the audit trail. */
function described(way: PersonWay): Record<string, unknown> {
  const { addedAt: _addedAt, ...shown } = way
  return shown
}
