/**
 * Player linking: proves that a player of a server is the owner, by a code that the window shows and the player types.
 *
 * Guards invariant 6: one code at a time, once, for five minutes, for one player of one server; three wrong codes, or the
 * right one from anybody else, end it.
 */
import { type LinkProblem, playerLinkLimits } from '../../contract/game-approval.js'
import type { AnswersInGame, Clock, GameAnswerLine } from '../../gateway/ports.js'

export interface LinkingParts {
  readonly answers: AnswersInGame
  readonly clock: Clock
  readonly code: string
  readonly server: string
  /** As the owner typed it. */
  readonly player: string
  /** @param name exactly as the game writes it */
  readonly onProven: (name: string) => void
  readonly onFail: (problem: LinkProblem) => void
  /** The player typed no code. */
  readonly onHelp: (name: string) => void
}

/** Lines of help for each link: no player may have us write without end. */
const mostHelp = 3

export class PlayerLink {
  readonly server: string
  readonly player: string
  readonly code: string
  readonly endsAt: Date
  readonly #parts: LinkingParts
  readonly #ends: readonly (() => void)[]
  #wrong = 0
  #helped = 0

  constructor(parts: LinkingParts) {
    const { answers, clock, code, server, player } = parts
    this.#parts = parts
    this.server = server
    this.player = player
    this.code = code
    this.endsAt = new Date(clock.now().getTime() + playerLinkLimits.milliseconds)
    this.#ends = [
      answers.protect(code),
      answers.onDidReceive((line) => this.#receive(line)),
      clock.after(playerLinkLimits.milliseconds, () => this.#fail('expired')),
    ]
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  #receive({ serverId, player, answer }: GameAnswerLine): void {
    const { onProven, onHelp } = this.#parts
    const isPlayer = serverId === this.server && player.toLowerCase() === this.player.toLowerCase()
    if (answer.kind !== 'link') return
    if (answer.code === this.code) {
      if (!isPlayer) return this.#fail('other-player')
      this.end()
      return onProven(player)
    }
    if (!isPlayer) return
    if (answer.code === '') {
      this.#helped += 1
      return this.#helped <= mostHelp ? onHelp(player) : undefined
    }
    this.#wrong += 1
    if (this.#wrong >= playerLinkLimits.wrong) this.#fail('wrong-codes')
  }

  #fail(problem: LinkProblem): void {
    this.end()
    this.#parts.onFail(problem)
  }
}
