/**
 * Phone pairings: how a phone becomes a way of a person, new or known.
 *
 * Guards invariant 6: `begin` and `confirm` can only be called from the computer itself; the page on the network has
 * only `PhonePairing`. Guards invariant 8: only a hash of a key is stored.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson } from '@shared/clients/person.js'
import type { PairingState } from '@shared/clients/phone.js'
import { isPersonName } from '../../policy/rights/new-person.js'
import { Emitter } from '../ports/emitter.js'
import type { ClaimResult, PairingClaim, PhoneApprovers, PhonePairing } from '../ports/people.js'
import type { FoundWay } from '../ports/person-directory.js'
import type { Clock } from '../ports/runtime.js'
import { Pairing } from './pairing.js'
import { type PeopleService, phoneWayId } from './people.js'
import { type PeopleTrail, recordOfPeople } from './people-trail.js'

export interface PhonePairingsDependencies extends PeopleTrail {
  readonly people: PeopleService
  readonly clock: Clock
}

interface Offer {
  readonly pairing: Pairing
  /** Id of the person whose phone it is; undefined for a new person. */
  readonly person: string | undefined
}

const keyShape = /^[A-Za-z0-9_-]{43}$/u

export class PhonePairings implements PhoneApprovers, PhonePairing {
  readonly #deps: PhonePairingsDependencies
  #offer: Offer | undefined
  readonly #onDidChange = new Emitter<void>()
  /** Also fires when the people or their ways change. */
  readonly onDidChange = this.#onDidChange.on
  readonly close: () => void

  constructor(deps: PhonePairingsDependencies) {
    this.#deps = deps
    const endFollowing = deps.people.onDidChange(() => this.#onDidChange.emit())
    this.close = () => {
      this.cancel()
      endFollowing()
    }
  }

  list(): readonly ListedPerson[] {
    return this.#deps.people.list()
  }

  /** The pairing that is offered or waits for confirmation at the computer. */
  get pairing(): Pairing | undefined {
    return this.#offer?.pairing.isOpen ? this.#offer.pairing : undefined
  }

  /** The person whose phone is paired; undefined for a new one. */
  get pairedPerson(): string | undefined {
    return this.#offer?.person
  }

  /**
   * Begins to pair a phone; ends an earlier pairing.
   *
   * @param person id of the person whose phone it is; a new one when it is absent
   * @throws GatewayError, Error when it cannot be stored
   */
  begin(by: Person, person?: string): Pairing {
    const { people, clock } = this.#deps
    people.expectRoom(person)
    recordOfPeople(this.#deps, 'offer', by, person === undefined ? {} : { person: { id: person } })
    this.#offer?.pairing.end()
    const pairing = new Pairing(clock, () => this.#onDidChange.emit())
    this.#offer = { pairing, person }
    this.#onDidChange.emit()
    return pairing
  }

  cancel(): void {
    this.#offer?.pairing.end()
  }

  claim(claim: PairingClaim): ClaimResult {
    const named = { ...claim, name: claim.name.trim() }
    return this.#offer?.pairing.claimBy(named, (name) => this.#isName(name)) ?? { ok: false, why: 'nothing-offered' }
  }

  pairingStateOf(ticket: string): PairingState & { readonly key?: string } {
    return this.#offer?.pairing.pairingStateOf(ticket) ?? { state: 'ended' }
  }

  /**
   * The person at the computer confirms the claim.
   *
   * @param id of the pairing they saw @param check the characters they saw
   * @returns the person whose phone it is now
   * @throws GatewayError, Error when it cannot be stored; no phone is added then
   */
  confirm(id: string, check: string, by: Person): ListedPerson {
    const { people } = this.#deps
    const { pairing } = this
    const claim = pairing?.claim
    if (!pairing || pairing.id !== id || !claim || claim.check !== check || !this.#isName(claim.name)) throw ended()
    const key = randomBytes(32).toString('base64url')
    const known = this.#offer?.person
    const person = known ?? people.add({ name: claim.name, role: 'owner' }, by).id
    try {
      people.addWay(person, { kind: 'phone', proof: hashOf(key) }, by)
    } catch (error) {
      if (known === undefined) people.remove(person, by)
      throw error
    }
    pairing.confirm(key)
    const listed = people.list().find((one) => one.id === person)
    if (!listed) throw ended()
    return listed
  }

  phoneOf(key: string): FoundWay | undefined {
    const hash = hashOf(keyShape.test(key) ? key : '')
    const found = this.#deps.people.find(phoneWayId(hash))
    const isSame = timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(found?.proof ?? dummyHash, 'hex'))
    return isSame ? found : undefined
  }

  personOf(way: string): Person | undefined {
    return this.#deps.people.find(way)?.person
  }

  pageOpened(way: string): () => void {
    return this.#deps.people.opened(way)
  }

  /** A known person keeps their name, whatever is typed on the phone. */
  #isName(name: string): boolean {
    return this.#offer?.person === undefined ? this.#deps.people.isFree(name) : isPersonName(name, [])
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

const dummyHash = '0'.repeat(64)

const ended = (): GatewayError =>
  new GatewayError('RISK.APPROVAL_CLOSED', {
    message: 'This pairing has ended.',
    suggestion: 'Start a new pairing and scan the new code.',
  })
