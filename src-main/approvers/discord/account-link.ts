/**
 * Account link: a person proves that an account of Discord is theirs, with a code that only they were shown.
 *
 * Guards invariant 6: the code is used once and for one person, and a few wrong codes, whoever sends them, end it, as does
 * a role or a way that is taken away from the one who made it. What is linked is the id of the account.
 */
import { randomInt } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import { type AccountLinking, type AccountLinkProblem, discordLimits } from '@shared/approvals/discord.js'
import type { PersonDirectory } from '../../gateway/ports/person-directory.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { DiscordUser } from './discord-wire.js'

export interface AccountLinkDependencies {
  readonly people: Pick<PersonDirectory, 'list' | 'addWay' | 'find' | 'onDidRevoke'>
  readonly clock: Clock
  readonly log: Log
  readonly onDidChange: () => void
}

export type CodeResult =
  | { readonly kind: 'linked' | 'no-code' | 'link-ended' | 'taken' | 'not-saved' }
  | { readonly kind: 'wrong-code'; readonly triesLeft: number }

interface OpenLink {
  readonly person: string
  readonly by: Person
  readonly code: string
  readonly endsAt: Date
  readonly stopTimer: () => void
  wrong: number
}

/** Digits of a code: with three tries, one in thirty million guesses is right. */
const digits = 8

export class AccountLink {
  readonly #deps: AccountLinkDependencies
  #open: OpenLink | undefined
  #problem: AccountLinkProblem | null = null
  readonly #endFollowing: () => void

  constructor(deps: AccountLinkDependencies) {
    this.#deps = deps
    this.#endFollowing = deps.people.onDidRevoke(({ id }) => {
      if (id === this.#open?.by.id) this.cancel()
    })
  }

  get problem(): AccountLinkProblem | null {
    return this.#problem
  }

  shown(isCodeShown: boolean): AccountLinking | null {
    if (!this.#open) return null
    const { person, code, endsAt } = this.#open
    return { person, ...(isCodeShown && { code }), endsAt: endsAt.toISOString() }
  }

  /** Makes a code for this person; one that was made before ends. @throws GatewayError */
  start(person: string, by: Person): void {
    const { people, clock } = this.#deps
    if (!people.list().some(({ id }) => id === person)) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This person is not in the list any more.',
        suggestion: 'Choose another person.',
      })
    }
    this.#open?.stopTimer()
    this.#open = {
      person,
      by,
      code: String(randomInt(10 ** (digits - 1), 10 ** digits)),
      endsAt: new Date(clock.now().getTime() + discordLimits.milliseconds),
      stopTimer: clock.after(discordLimits.milliseconds, () => this.#end('expired')),
      wrong: 0,
    }
    this.#problem = null
    this.#deps.onDidChange()
  }

  cancel(): void {
    this.#end(null)
  }

  stop(): void {
    this.#endFollowing()
    this.cancel()
  }

  /** @param typed with the command, by this account */
  receive(typed: string, user: DiscordUser): CodeResult {
    const link = this.#open
    if (!link) return { kind: 'no-code' }
    if (typed.replace(/[\s-]/gu, '') !== link.code) {
      link.wrong += 1
      const triesLeft = discordLimits.wrong - link.wrong
      if (triesLeft > 0) return { kind: 'wrong-code', triesLeft }
      this.#deps.log.warn('the link of an account of Discord is cancelled after wrong codes')
      this.#end('wrong-codes')
      return { kind: 'link-ended' }
    }
    const problem = this.#add(link, user)
    this.#end(problem)
    return { kind: problem ?? 'linked' }
  }

  #add({ person, by }: OpenLink, { id, name }: DiscordUser): 'taken' | 'not-saved' | null {
    const { people, log } = this.#deps
    if (people.find(wayOf(id))) return 'taken'
    try {
      people.addWay(person, { kind: 'discord', user: id, name }, by)
      return null
    } catch (error) {
      log.warn('an account of Discord could not be linked', { error: `${error}` })
      return 'not-saved'
    }
  }

  #end(problem: AccountLinkProblem | null): void {
    if (!this.#open && this.#problem === problem) return
    this.#open?.stopTimer()
    this.#open = undefined
    this.#problem = problem
    this.#deps.onDidChange()
  }
}

/** Id of the way of an account. */
export const wayOf = (user: string): string => `discord:${user}`
