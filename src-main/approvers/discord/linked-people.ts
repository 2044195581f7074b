/**
 * Linked people: who can be asked in the channel, for as long as it works.
 *
 * Guards against silence: a request is not refused because the connection is cut for a moment. Guards invariant 6: only a
 * person whose role lets them answer counts as somebody who can be asked.
 */
import type { ApprovalId, Person } from '@shared/approvals/approval.js'
import type { DiscordPerson } from '@shared/approvals/discord.js'
import { includesRole } from '@shared/clients/person-role.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import type { FoundWay, PersonDirectory } from '../../gateway/ports/person-directory.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { wayOf } from './account-link.js'

/** Milliseconds for which people can still be asked after the connection was lost. */
const lingerMs = 120_000

export interface LinkedPeopleDependencies {
  readonly people: PersonDirectory
  readonly approvals: Pick<Approvers, 'attach' | 'shown'>
  readonly clock: Pick<Clock, 'after'>
}

/** Whether this person answers requests and pauses AI. */
export const mayAnswer = ({ role = 'owner' }: Person): boolean => includesRole(role, 'moderator')

export class LinkedPeople {
  readonly #deps: LinkedPeopleDependencies
  #ends: (() => void)[] = []
  #isHere = false
  /** Who was there at the last refresh: opening a way is itself a change of people. */
  #seen = ''
  #stopLinger: (() => void) | undefined

  constructor(deps: LinkedPeopleDependencies) {
    this.#deps = deps
  }

  list(): readonly DiscordPerson[] {
    return this.#deps.people.list().map(({ id, name, role, ways }) => ({
      id,
      name,
      role,
      accounts: ways.flatMap((way) => (way.kind === 'discord' ? [{ id: way.id, name: way.name }] : [])),
    }))
  }

  /** The person of an account. */
  of(user: string): FoundWay | undefined {
    const found = this.#deps.people.find(wayOf(user))
    return found && !found.revoked.aborted && found.way.kind === 'discord' && found.way.user === user
      ? found
      : undefined
  }

  /** The channel works: everybody linked can be asked. */
  arrive(): void {
    this.#endLinger()
    this.#isHere = true
    this.refresh()
  }

  /** @param isForNow the connection is tried again */
  leave(isForNow: boolean): void {
    if (!this.#isHere) return
    if (isForNow) {
      this.#stopLinger ??= this.#deps.clock.after(lingerMs, () => this.leave(false))
      return
    }
    this.#endLinger()
    this.#isHere = false
    this.refresh()
  }

  #endLinger(): void {
    this.#stopLinger?.()
    this.#stopLinger = undefined
  }

  /** After people or their roles changed. The new ones come first: a moment with nobody would deny every request. */
  refresh(): void {
    const { people, approvals } = this.#deps
    const here = this.#isHere ? this.#found() : []
    const seen = JSON.stringify(here.map(({ way, person }) => [way.id, person]))
    if (seen === this.#seen) return
    this.#seen = seen
    const previous = this.#ends
    this.#ends = here.flatMap(({ way, person }) => [
      people.opened(way.id),
      ...(mayAnswer(person) ? [approvals.attach(person)] : []),
    ])
    for (const end of previous) end()
  }

  /** These requests can be read by everybody linked. */
  shown(ids: readonly ApprovalId[]): void {
    for (const { person } of this.#found()) for (const id of ids) this.#deps.approvals.shown(id, person)
  }

  #found(): readonly FoundWay[] {
    return this.#deps.people
      .list()
      .flatMap(({ ways }) => ways.flatMap((way) => (way.kind === 'discord' ? (this.of(way.user) ?? []) : [])))
  }
}
