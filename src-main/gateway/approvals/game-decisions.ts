/**
 * Game decisions: answers that players write in chat, removed from the chat before it is delivered.
 *
 * Guards invariant 6: a consumer cannot reach this. Guards invariant 8: while a code is valid, no message with it
 * becomes an event, whoever wrote it.
 */
import { containsCode, parseGameDecision } from '../../policy/approvals/game-decision.js'
import { Emitter } from '../ports/emitter.js'
import type { GameDecisionMessage, GameDecisionSource, LoginAttempt, RefusedDecision } from '../ports/game.js'

export class GameDecisions implements GameDecisionSource {
  readonly #codes = new Set<string>()
  readonly #onDidReceive = new Emitter<GameDecisionMessage>()
  readonly #onDidRefuse = new Emitter<RefusedDecision>()
  readonly onDidReceive = this.#onDidReceive.on
  readonly onDidRefuse = this.#onDidRefuse.on

  protect(code: string): () => void {
    this.#codes.add(code)
    return () => void this.#codes.delete(code)
  }

  /** Whether a message is an answer or contains a code, and must be hidden. */
  isSecret(message: string): boolean {
    return parseGameDecision(message) !== undefined || this.#codesIn(message).length > 0
  }

  receive({ serverId, player, uuid, message }: Omit<LoginAttempt, 'source'>): void {
    const answer = parseGameDecision(message)
    if (answer) this.#onDidReceive.emit({ serverId, player, ...(uuid !== undefined && { uuid }), answer })
    else this.refuse(message, { serverId, player, why: 'code-only' })
  }

  /** Nothing proves who wrote it, or it is no answer. */
  refuse(message: string, refused: Omit<RefusedDecision, 'codes'>): void {
    const codes = this.#codesIn(message)
    if (parseGameDecision(message) || codes.length > 0) this.#onDidRefuse.emit({ ...refused, codes })
  }

  #codesIn(message: string): readonly string[] {
    return [...this.#codes].filter((code) => containsCode(message, code))
  }
}
