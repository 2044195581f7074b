/**
 * Attached people: who can be asked now, and who of them may answer a request.
 *
 * Guards invariant 2: a person counts once, however many ways they have open, with the role that they have now; nobody
 * counts for their own request.
 */
import type { Caller } from '@contract/call.js'
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import { isPlaceFor } from '../../policy/approvals/answer-places.js'
import { isAudience, isSamePerson } from '../../policy/approvals/approval.js'
import { isRequester } from '../../policy/approvals/quorum.js'
import { mayAnswer } from '../../policy/approvals/role-rights.js'

/** What people are asked about. */
export interface Asked extends Pick<OpenApproval, 'risk'> {
  readonly caller: Caller
  readonly server: { readonly id: string }
  /** Who agreed already by a command. */
  readonly orderedBy?: Pick<Person, 'id' | 'name'>
}

export class AttachedPeople {
  readonly #attached = new Set<Person>()
  readonly #current: (person: Person) => Person
  readonly #places: () => AnswerPlaces

  /** @param current the person with the role that they have now */
  constructor(current: (person: Person) => Person, places: () => AnswerPlaces) {
    this.#current = current
    this.#places = places
  }

  /** @returns the function that removes them, which returns whether they were there */
  add(person: Person): () => boolean {
    const one = { ...person }
    this.#attached.add(one)
    return () => this.#attached.delete(one)
  }

  /** Number of people who may answer anything. */
  get size(): number {
    return distinct(this.#people.filter(({ role }) => role !== 'viewer'))
  }

  get hasAudience(): boolean {
    return [...this.#attached].some(isAudience)
  }

  /** Number of people who may still approve it; the choice of phones counts only when one of them answers. */
  approversOf(asked: Asked): number {
    const { risk, caller, orderedBy } = asked
    return distinct(
      this.#people.filter(
        (person) =>
          mayAnswer(person, 'approve', asked) &&
          !isRequester(person, caller) &&
          !(orderedBy && isSamePerson(person, orderedBy)) &&
          (person.kind === 'phone' || isPlaceFor({ risk, agreed: [] }, person.kind, this.#places())),
      ),
    )
  }

  /** Whether somebody may answer it, if only with a denial. */
  canAnswer(asked: Asked): boolean {
    return this.#people.some((person) => mayAnswer(person, 'deny', asked))
  }

  get #people(): Person[] {
    return [...this.#attached].filter((person) => !isAudience(person)).map((person) => this.#current(person))
  }
}

const distinct = (people: readonly Person[]): number => new Set(people.map(({ id }) => id)).size
