/**
 * Player linking: proves that a player is the owner, by a code shown in the window and typed in the game.
 *
 * Enforces invariant 6: one code at a time, single use, valid for five minutes, for one player of one server. Three
 * wrong codes, or the right code from another player, cancel it.
 */
import { type PlayerLinking, type PlayerLinkProblem, playerLinkLimits } from '@shared/approvals/game-approval.js'
import type { GameDecisionMessage, GameDecisionSource } from '../../gateway/ports/game.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { NumberAnswers, NumberAnswersOptions } from './number-answers.js'

export interface PlayerLinkDependencies {
  readonly answers: GameDecisionSource
  readonly clock: Clock
  readonly code: string
  readonly server: string
  /** As typed by the owner. */
  readonly player: string
  /** Where the player types a number instead of a line of chat, which then proves nothing. */
  readonly listen?: (answers: Pick<NumberAnswersOptions, 'onAnswer' | 'onEnd'>) => NumberAnswers
  /** The server proves accounts: without one, a message proves nothing. */
  readonly needsAccount: boolean
  /** @param name exactly as the game writes it */
  readonly onProven: (name: string, uuid: string | undefined) => void
  readonly onFail: (problem: PlayerLinkProblem) => void
  /** The player did not type a code. */
  readonly onHelp: (name: string) => void
}

/** Help messages per link; a bound, so that a player cannot make the program write without end. */
const maxHelp = 3

export class PlayerLink {
  readonly server: string
  readonly player: string
  readonly code: string
  readonly endsAt: Date
  readonly #parts: PlayerLinkDependencies
  readonly #ends: readonly (() => void)[]
  #isEnded = false
  #wrong = 0
  #helped = 0

  constructor(parts: PlayerLinkDependencies) {
    const { answers, clock, code, server, player } = parts
    this.#parts = parts
    this.server = server
    this.player = player
    this.code = code
    this.endsAt = new Date(clock.now().getTime() + playerLinkLimits.milliseconds)
    const { listen } = parts
    const numbers = listen?.({
      onAnswer: (message) => this.#receive(message),
      onEnd: () => this.#fail('no-number'),
    })
    void numbers?.ready.then((isReady) => isReady || this.#fail('no-number'))
    this.#ends = [
      answers.protect(code),
      numbers ? () => numbers.end() : answers.onDidReceive((line) => this.#receive(line)),
      clock.after(playerLinkLimits.milliseconds, () => this.#fail('expired')),
    ]
  }

  /** @param command before the code */
  shown(command: string, isCodeShown: boolean): PlayerLinking {
    const { server, player, code, endsAt } = this
    return { server, player, command, ...(isCodeShown && { code }), endsAt: endsAt.toISOString() }
  }

  end(): void {
    this.#isEnded = true
    for (const end of this.#ends) end()
  }

  #receive({ serverId, player, uuid, answer }: GameDecisionMessage): void {
    const { onProven, onHelp, needsAccount } = this.#parts
    if (needsAccount && uuid === undefined) return
    const isPlayer = serverId === this.server && player.toLowerCase() === this.player.toLowerCase()
    if (answer.kind !== 'link' && answer.kind !== 'number') return
    if (answer.code === this.code) {
      if (!isPlayer) return this.#fail('other-player')
      this.end()
      return onProven(player, uuid)
    }
    if (!isPlayer) return
    // Another length is no guess: it cannot be the code.
    if (answer.code === '' || (answer.kind === 'number' && answer.code.length !== this.code.length)) {
      this.#helped += 1
      return this.#helped <= maxHelp ? onHelp(player) : undefined
    }
    this.#wrong += 1
    if (this.#wrong >= playerLinkLimits.wrong) this.#fail('wrong-codes')
  }

  #fail(problem: PlayerLinkProblem): void {
    if (this.#isEnded) return
    this.end()
    this.#parts.onFail(problem)
  }
}
