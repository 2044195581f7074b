/**
 * Interactions: buttons that were pressed in the channel, and commands that were sent there.
 *
 * Enforces invariant 6: what counts is the id of a linked account, in the channel of the owner's bot, once. Enforces
 * invariant 2: an approval counts only when Discord took its acknowledgement, so that its person is not shown a failure.
 */
import type { Person } from '@shared/approvals/approval.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { AccountLink } from './account-link.js'
import type { Cards } from './cards.js'
import { type AnswerKey, fill, wordsIn } from './discord-text.js'
import type { DiscordCommand, DiscordPress } from './discord-wire.js'
import { type LinkedPeople, mayAnswer } from './linked-people.js'

/** Ids of interactions that are remembered. */
const maxSeen = 1_000

/** The channel that is used, and its cards. */
export interface InteractionPlace {
  readonly id: string
  readonly guild: string
  readonly application: string
  readonly cards: Pick<Cards, 'pressed'>
}

export interface InteractionsDependencies {
  readonly approvals: Pick<Approvers, 'open' | 'shown' | 'decideAsPerson'>
  readonly people: Pick<LinkedPeople, 'of'>
  readonly link: Pick<AccountLink, 'receive'>
  readonly panic: { readonly state: PanicState; pause(by: string): void }
  readonly stream: { readonly language: AppLanguage }
  /** Undefined while no channel is used. */
  readonly place: () => InteractionPlace | undefined
  /** A person paused all AI. */
  readonly onPause: (name: string) => void
  readonly log: Log
}

export class Interactions {
  readonly #deps: InteractionsDependencies
  readonly #seen = new Set<string>()

  constructor(deps: InteractionsDependencies) {
    this.#deps = deps
  }

  /** A button was pressed. */
  async pressed(press: DiscordPress): Promise<void> {
    if (!this.#isNew(press.id)) return
    const isAccepted = await this.#accept(press)
    await this.#tell(press, isAccepted, this.#answerTo(press, isAccepted))
  }

  #answerTo(press: DiscordPress, isAccepted: boolean): AnswerKey {
    const { approvals } = this.#deps
    const standing = this.#standingOf(press)
    if (typeof standing === 'string') return standing
    const pressed = this.#deps.place()?.cards.pressed(press.customId, press.messageId)
    if (!pressed) return 'over'
    if (pressed.act === 'pause') return this.#pauseAll(standing)
    const asked = approvals.open().find(({ id }) => id === pressed.approvalId)
    if (!asked) return 'refused'
    // Discord has shown the person that it failed.
    if (pressed.act === 'approve' && !isAccepted) return 'over'
    approvals.shown(pressed.approvalId, standing)
    const answered = approvals.decideAsPerson({ id: pressed.approvalId, decision: pressed.act, person: standing })
    if (answered.ok) return pressed.act === 'approve' ? 'approved' : 'denied'
    if (answered.error.code === 'RISK.APPROVAL_TOO_QUICK') return 'too-quick'
    return answered.error.code === 'RISK.APPROVAL_CLOSED' ? 'over' : 'refused'
  }

  /** A command was sent. */
  async commanded(command: DiscordCommand): Promise<void> {
    if (!this.#isNew(command.id)) return
    const isAccepted = await this.#accept(command)
    if (command.name === 'pause') {
      const standing = this.#standingOf(command)
      const answer = typeof standing === 'string' ? standing : this.#pauseAll(standing)
      return this.#tell(command, isAccepted, answer)
    }
    const refusal = this.#refusalOf(command)
    if (refusal) return this.#tell(command, isAccepted, refusal)
    const { kind, ...more } = this.#deps.link.receive(command.code, command.user)
    await this.#tell(command, isAccepted, kind, 'triesLeft' in more ? { tries: Number(more.triesLeft) } : {})
  }

  /** What does not count whoever sent it. */
  #refusalOf({ user, applicationId, guildId, channelId }: DiscordPress | DiscordCommand): AnswerKey | undefined {
    const place = this.#deps.place()
    if (!place || applicationId !== place.application || guildId !== place.guild || channelId !== place.id)
      return 'elsewhere'
    return user.isBot ? 'bot' : undefined
  }

  /** The person who may answer, or why they may not. */
  #standingOf(given: DiscordPress | DiscordCommand): Person | AnswerKey {
    const refusal = this.#refusalOf(given)
    if (refusal) return refusal
    const person = this.#deps.people.of(given.user.id)?.person
    if (!person) return 'not-linked'
    return mayAnswer(person) ? person : 'viewer'
  }

  #pauseAll({ name }: Person): AnswerKey {
    const { panic, onPause } = this.#deps
    if (panic.state.on) return 'already-paused'
    panic.pause(name)
    onPause(name)
    return 'paused'
  }

  /** Discord gives each interaction once; a second one with its id is a replay. */
  #isNew(id: string): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    if (this.#seen.size > maxSeen) for (const oldest of this.#seen) return this.#seen.delete(oldest)
    return true
  }

  async #accept(given: DiscordPress | DiscordCommand): Promise<boolean> {
    try {
      await given.accept()
      return true
    } catch (error) {
      this.#deps.log.info('an interaction was not accepted in time', {
        error: error instanceof Error ? error.name : '',
      })
      return false
    }
  }

  async #tell(
    given: DiscordPress | DiscordCommand,
    isAccepted: boolean,
    key: AnswerKey,
    values: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    if (!isAccepted) return
    try {
      await given.tell(fill(wordsIn(this.#deps.stream.language).answers[key], values))
    } catch (error) {
      this.#deps.log.info('an account was not shown a reply', { error: error instanceof Error ? error.name : '' })
    }
  }
}
