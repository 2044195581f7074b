/** Person: somebody who answers at a gateway, with their role and their own ways to answer. */
import type { PersonRole } from './person-role.js'

/** Where a person answers besides the computer of the gateway. */
export type PersonWay =
  /** The page on a phone. */
  | { readonly kind: 'phone'; readonly id: string; readonly addedAt: string; readonly lastSeenAt?: string }
  /** The window of another computer. `name`: what that computer calls itself. */
  | {
      readonly kind: 'computer'
      readonly id: string
      readonly name: string
      readonly addedAt: string
      readonly lastSeenAt?: string
    }
  /** A player of one server. */
  | {
      readonly kind: 'game'
      readonly id: string
      readonly server: string
      readonly player: string
      readonly uuid?: string
      readonly addedAt: string
    }
  /** An account of Discord; `user` is its id, which never changes. */
  | {
      readonly kind: 'discord'
      readonly id: string
      readonly user: string
      readonly name: string
      readonly addedAt: string
    }

export const personWayKinds: readonly PersonWay['kind'][] = ['phone', 'computer', 'game', 'discord']

/** What the owner chooses about a person. */
export interface PersonTerms {
  readonly name: string
  readonly role: PersonRole
  /** Ids of the servers of a moderator; all when it is absent. */
  readonly servers?: readonly string[]
}

export interface ListedPerson extends PersonTerms {
  /** `person:` and eight hexadecimal digits; `desktop` is the person at the computer of the gateway. */
  readonly id: string
  readonly addedAt: string
  /** The oldest first. */
  readonly ways: readonly PersonWay[]
  /** Kinds of ways on which they can be asked now. */
  readonly present: readonly PersonWay['kind'][]
}
