/**
 * Attendance: which remote people can be asked.
 *
 * Guards invariant 2 over a link that breaks: a person whose link is lost stays one who can be asked until the requests
 * that were open then have ended, so that none of them is denied before its time. What they were reading counts down
 * again. Whoever loses the role or the last device is gone at once.
 */
import type { Person } from '@shared/approvals/approval.js'
import type { Subscribe } from '../../../gateway/ports/emitter.js'
import type { RemoteGiver } from '../../table/table.js'

type RemotePerson = RemoteGiver['person']

/** What remote people are asked about. */
export interface AskedRemotely {
  /** The person can be asked about what their role includes. @returns the function that removes them */
  attach(person: RemotePerson): () => void
  /** Ids of what is open. */
  open(): readonly string[]
  readonly onDidClose: Subscribe<{ readonly id: string }>
  /** The person stopped reading it. */
  release(id: string, person: RemotePerson): void
}

interface Attending {
  person: RemotePerson
  links: number
  detach: (() => void) | undefined
  /** Set while no link is open and a request is. */
  endWaiting: (() => void) | undefined
}

export class Attendance {
  readonly #asked: AskedRemotely
  /** By the id of the person. */
  readonly #attending = new Map<string, Attending>()

  constructor(asked: AskedRemotely) {
    this.#asked = asked
  }

  /** A link of this person is open. @returns the function to call when it is not any more */
  arrived(person: RemotePerson): () => void {
    const known = this.#attending.get(person.id)
    const attending: Attending = known ?? { person, links: 0, detach: undefined, endWaiting: undefined }
    this.#attending.set(person.id, attending)
    attending.links += 1
    attending.endWaiting?.()
    attending.endWaiting = undefined
    this.#attach(attending, person)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      attending.links -= 1
      if (attending.links === 0 && this.#attending.get(person.id) === attending) this.#linkLost(attending)
    }
  }

  /** A way of this person was taken away. They are asked no more unless another link of theirs is open. */
  revoked(person: Pick<Person, 'id'>): void {
    const attending = this.#attending.get(person.id)
    if (attending && attending.links === 0) this.#leave(attending)
  }

  stop(): void {
    for (const attending of [...this.#attending.values()]) this.#leave(attending)
  }

  /** The new attachment comes first: without any approver, open requests would be denied. */
  #attach(attending: Attending, person: RemotePerson): void {
    const previous = attending.detach
    attending.person = person
    attending.detach = this.#asked.attach(person)
    previous?.()
  }

  #linkLost(attending: Attending): void {
    const { person } = attending
    const open = new Set(this.#asked.open())
    for (const id of open) this.#asked.release(id, person)
    if (open.size === 0) return this.#leave(attending)
    attending.endWaiting = this.#asked.onDidClose(({ id }) => {
      open.delete(id)
      if (open.size === 0) this.#leave(attending)
    })
  }

  #leave(attending: Attending): void {
    this.#attending.delete(attending.person.id)
    attending.endWaiting?.()
    attending.endWaiting = undefined
    const { detach } = attending
    attending.detach = undefined
    detach?.()
  }
}
