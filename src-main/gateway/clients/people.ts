/**
 * People: who can approve besides the person at the computer, and how they are paired.
 *
 * Guards invariant 6: `begin`, `confirm` and `revoke` can only be called from the computer itself; the page on the
 * network has only `PhonePairing`. Guards invariant 8: only a hash of a key is stored. A quorum counts ids, one per
 * key; the person who confirms a pairing must make sure that no person has two.
 *
 * Players who logged in from the game are approvers of the same kind: the login attaches to `Approvers` a `Person` of
 * kind `player` with their unique id and, as `callers`, the ids under which they may send requests themselves.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import { type KnownPerson, type PairedPerson, peopleLimits } from '@shared/clients/people.js'
import type { PairingState } from '@shared/clients/phone.js'
import { isPersonName } from '../../policy/rights/new-person.js'
import type { AuditLog } from '../ports/audit-log.js'
import { Emitter } from '../ports/emitter.js'
import type {
  AuthenticatedApprover,
  ClaimResult,
  PairingClaim,
  PeopleStore,
  PhoneApprovers,
  PhonePairing,
  StoredPerson,
} from '../ports/people.js'
import type { Clock, Log } from '../ports/runtime.js'
import { Pairing } from './pairing.js'

export interface PeopleDependencies {
  /** Undefined when the store is unavailable: pairing is then not possible. */
  readonly store: PeopleStore | undefined
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly log: Log
}

/** `capabilityId` in the audit trail. */
export const peopleIds = {
  offer: 'system.person.offer',
  add: 'system.person.add',
  revoke: 'system.person.revoke',
} as const

interface Known {
  readonly person: StoredPerson
  readonly revoked: AbortController
  lastSeenAt: string | undefined
  /** Number of open pages. */
  pages: number
}

/** The prefix of a key identifies its person. */
const keyShape = /^([0-9a-f]{8})\.[A-Za-z0-9_-]{43}$/u

export class PeopleService implements PhoneApprovers, PhonePairing {
  readonly #deps: PeopleDependencies
  readonly #known = new Map<string, Known>()
  #pairing: Pairing | undefined
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidRevoke = new Emitter<PairedPerson>()
  readonly onDidChange = this.#onDidChange.on
  readonly onDidRevoke = this.#onDidRevoke.on

  constructor(deps: PeopleDependencies) {
    this.#deps = deps
    try {
      for (const person of deps.store?.all() ?? []) this.#add(person)
    } catch (error) {
      deps.log.error('who approves on a phone cannot be read: nobody does', { error: `${error}` })
    }
  }

  list(): KnownPerson[] {
    return [...this.#known.values()].map(({ person: { id, name, pairedAt }, lastSeenAt, pages }) => ({
      id,
      name,
      pairedAt,
      ...(lastSeenAt !== undefined && { lastSeenAt }),
      present: pages > 0,
    }))
  }

  /** The pairing that is offered or waits for confirmation at the computer. */
  get pairing(): Pairing | undefined {
    return this.#pairing?.isOpen ? this.#pairing : undefined
  }

  /** Begins to pair a phone; ends an earlier pairing. @throws GatewayError, Error when it cannot be stored */
  begin(): Pairing {
    if (!this.#deps.store) throw unusable()
    if (this.#known.size >= peopleLimits.people) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: `There are already ${peopleLimits.people} approvers.`,
        suggestion: 'Remove an approver who is no longer needed, then try again.',
      })
    }
    this.#record('offer', {})
    this.#pairing?.end()
    this.#pairing = new Pairing(this.#deps.clock, () => this.#onDidChange.emit())
    this.#onDidChange.emit()
    return this.#pairing
  }

  cancel(): void {
    this.#pairing?.end()
  }

  claim(claim: PairingClaim): ClaimResult {
    const named = { ...claim, name: claim.name.trim() }
    return this.#pairing?.claimBy(named, (name) => this.#isFree(name)) ?? { ok: false, why: 'nothing-offered' }
  }

  pairingStateOf(ticket: string): PairingState & { readonly key?: string } {
    return this.#pairing?.pairingStateOf(ticket) ?? { state: 'ended' }
  }

  /**
   * The person at the computer confirms the claim.
   *
   * @param id of the pairing they saw @param check the characters they saw
   * @throws GatewayError, Error when it cannot be stored; no person is added then
   */
  confirm(id: string, check: string): PairedPerson {
    const { store, clock } = this.#deps
    const { pairing } = this
    const claim = pairing?.claim
    if (!store) throw unusable()
    if (!pairing || pairing.id !== id || !claim || claim.check !== check || !this.#isFree(claim.name)) {
      throw new GatewayError('RISK.APPROVAL_CLOSED', {
        message: 'This pairing has ended.',
        suggestion: 'Start a new pairing and scan the new code.',
      })
    }
    const digits = this.#unusedDigits()
    const key = `${digits}.${randomBytes(32).toString('base64url')}`
    const person: StoredPerson = {
      id: `phone:${digits}`,
      name: claim.name,
      pairedAt: clock.now().toISOString(),
      keyHash: hashOf(key),
    }
    this.#record('add', { person: { id: person.id, name: person.name } })
    store.add(person)
    this.#add(person)
    pairing.confirm(key)
    return person
  }

  /** Revokes a key. It stops working here even when the change cannot be stored. @throws GatewayError, Error */
  revoke(id: string): void {
    const known = this.#known.get(id)
    if (!known) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'There is no such person.',
        suggestion: 'Check the list again.',
      })
    }
    this.#known.delete(id)
    known.revoked.abort()
    this.#onDidRevoke.emit(known.person)
    this.#onDidChange.emit()
    this.#deps.store?.remove(id)
    this.#record('revoke', { person: { id, name: known.person.name } })
  }

  approverOf(key: string): AuthenticatedApprover | undefined {
    const known = this.#known.get(`phone:${keyShape.exec(key)?.[1]}`)
    const hash = known?.person.keyHash ?? dummyHash
    if (!timingSafeEqual(Buffer.from(hashOf(key), 'hex'), Buffer.from(hash, 'hex')) || !known) return undefined
    return { id: known.person.id, name: known.person.name, revoked: known.revoked.signal }
  }

  pageOpened(id: string): () => void {
    const known = this.#known.get(id)
    if (!known) return () => {}
    this.#count(known, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#count(known, -1)
      isOpen = false
    }
  }

  close(): void {
    this.cancel()
  }

  #count(known: Known, pages: 1 | -1): void {
    const { store, clock, log } = this.#deps
    known.pages += pages
    known.lastSeenAt = clock.now().toISOString()
    try {
      if (this.#known.get(known.person.id) === known) store?.touch(known.person.id, known.lastSeenAt)
    } catch (error) {
      log.warn('the last visit of a person could not be stored', { error: `${error}` })
    }
    this.#onDidChange.emit()
  }

  #add(person: StoredPerson): void {
    const { id, lastSeenAt } = person
    this.#known.set(id, { person, revoked: new AbortController(), lastSeenAt, pages: 0 })
  }

  #isFree(name: string): boolean {
    return isPersonName(
      name,
      [...this.#known.values()].map(({ person }) => person.name),
    )
  }

  #unusedDigits(): string {
    const digits = randomBytes(4).toString('hex')
    return this.#known.has(`phone:${digits}`) ? this.#unusedDigits() : digits
  }

  #record(doing: keyof typeof peopleIds, request: Record<string, unknown>): void {
    const { audit, clock } = this.#deps
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      eventType: doing === 'revoke' ? 'reject' : 'approve',
      capabilityId: peopleIds[doing],
      caller: { type: 'user', id: 'desktop', name: 'desktop' },
      request,
    })
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

const dummyHash = '0'.repeat(64)

const unusable = (): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The list of approvers cannot be used.',
    suggestion:
      'Repair or remove people.sqlite in the profile (state.sqlite too, if the log says so), then start Gatehouse again.',
  })
