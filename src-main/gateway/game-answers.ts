/**
 * Game answers: what players write in chat to answer a request, taken out of the chat before anybody reads it.
 *
 * Guards invariant 6: a consumer has no way to this. Guards invariant 8: while a code can be used, no message that holds it
 * becomes an event, whoever wrote it.
 */
import { gameAnswerIn, holdsCode } from '../policy/game-answer.js'
import { Emitter } from './emitter.js'
import type { AnswersInGame, GameAnswerLine } from './ports.js'

export class GameAnswers implements AnswersInGame {
  readonly #codes = new Set<string>()
  readonly #onDidReceive = new Emitter<GameAnswerLine>()
  readonly onDidReceive = this.#onDidReceive.on

  protect(code: string): () => void {
    this.#codes.add(code)
    return () => void this.#codes.delete(code)
  }

  /** Whether a message is an answer or holds a code, so that nobody may read it. */
  isSecret(message: string): boolean {
    return gameAnswerIn(message) !== undefined || [...this.#codes].some((code) => holdsCode(message, code))
  }

  receive({ serverId, player, message }: { readonly [Part in 'serverId' | 'player' | 'message']: string }): void {
    const answer = gameAnswerIn(message)
    if (answer) this.#onDidReceive.emit({ serverId, player, answer })
  }
}
