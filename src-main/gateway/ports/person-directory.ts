/**
 * Person directory: the people of a gateway, and the ways that belong to each.
 *
 * Guards invariant 6: a way answers for one person, whom an owner chose; what a person may answer follows from their role
 * now, not from the role they had when the way was added.
 */
import type { Person } from '@shared/approvals/approval.js'
import type { ListedPerson, PersonTerms, PersonWay } from '@shared/clients/person.js'
import type { Subscribe } from './emitter.js'

/** A way to be added: without what the directory knows itself, with the proof of a device. */
export type NewWay =
  /** SHA-256 of its key, in hex. */
  | { readonly kind: 'phone'; readonly proof: string }
  /** Its public key, as SPKI in base64. */
  | { readonly kind: 'computer'; readonly name: string; readonly proof: string }
  | { readonly kind: 'game'; readonly server: string; readonly player: string; readonly uuid?: string }
  | { readonly kind: 'discord'; readonly user: string; readonly name: string }

export interface FoundWay {
  readonly way: PersonWay
  /** The person as they may answer there now. */
  readonly person: Person
  readonly proof?: string
  /** Aborts when the way or the person is removed; all their connections end then. */
  readonly revoked: AbortSignal
}

export interface PersonDirectory {
  /** The oldest first. */
  list(): readonly ListedPerson[]
  /** @throws GatewayError when the name is taken or nobody can be added, Error when it cannot be stored */
  add(terms: PersonTerms, by: Person): ListedPerson
  /** @throws GatewayError when there is no such person */
  change(id: string, terms: Partial<PersonTerms>, by: Person): ListedPerson
  /** Removes a person with all their ways. @throws GatewayError */
  remove(id: string, by: Person): void
  /** @param person id, also `desktop` @throws GatewayError when the account or player belongs to somebody already */
  addWay(person: string, way: NewWay, by: Person): PersonWay
  /** @throws GatewayError */
  removeWay(id: string, by: Person): void
  /** By the id of a way: `phone:1a2b3c4d`, `computer:1a2b3c4d`, `discord:USER`, `game:SERVER:PLAYER`. */
  find(way: string): FoundWay | undefined
  /** A person opened a way, or left it. @returns the function for leaving */
  opened(way: string): () => void
  readonly onDidChange: Subscribe<void>
  /** A way, its person or their role was taken away: what that person agreed to and is still open is denied. */
  readonly onDidRevoke: Subscribe<Person>
}
