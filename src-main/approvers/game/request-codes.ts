/**
 * Request codes: the open codes of requests.
 *
 * Enforces invariant 8: a code is hidden from every event while it is valid. Where a player answers with a number, one
 * code allows and another, unrelated one denies, because whoever changes a number must not turn one into the other.
 */
import { randomInt } from 'node:crypto'
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { GameDecisionSource } from '../../gateway/ports/game.js'
import {
  type GameCodeEvent,
  type GameCodeOutcome,
  type GameCodes,
  hasRoom,
  isFresh,
  nextCodes,
  noCodes,
  type RequestCode,
} from '../../policy/approvals/game-codes.js'
import { codeDigits } from './number-answers.js'

export class RequestCodes {
  readonly #answers: Pick<GameDecisionSource, 'protect'>
  #codes: GameCodes = noCodes
  readonly #open = new Map<ApprovalId, { readonly code: RequestCode; readonly unprotect: () => void }>()

  constructor(answers: Pick<GameDecisionSource, 'protect'>) {
    this.#answers = answers
  }

  get hasRoom(): boolean {
    return hasRoom(this.#codes)
  }

  get ids(): readonly ApprovalId[] {
    return [...this.#open.keys()]
  }

  /** @param code the one that must be open; any when undefined */
  isOpen(id: ApprovalId, code?: RequestCode): boolean {
    const open = this.#open.get(id)
    return open !== undefined && (code === undefined || open.code === code)
  }

  give(id: ApprovalId, isNumber: boolean): RequestCode {
    const approve = this.#fresh()
    const code = { approve, deny: isNumber ? this.#fresh(approve) : approve }
    const ends = [approve, ...(isNumber ? [code.deny] : [])].map((one) => this.#answers.protect(one))
    const unprotect = () => {
      for (const end of ends) end()
    }
    this.#open.set(id, { code, unprotect })
    ;[this.#codes] = nextCodes(this.#codes, { kind: 'given', id, code })
    return code
  }

  type(typed: Omit<Extract<GameCodeEvent, { kind: 'typed' }>, 'kind'>): GameCodeOutcome {
    const [codes, outcome] = nextCodes(this.#codes, { kind: 'typed', ...typed })
    this.#codes = codes
    for (const id of this.ids) if (!codes.open.has(id)) this.end(id)
    return outcome
  }

  end(id: ApprovalId): void {
    ;[this.#codes] = nextCodes(this.#codes, { kind: 'ended', id })
    this.#open.get(id)?.unprotect()
    this.#open.delete(id)
  }

  endAll(): void {
    for (const id of this.ids) this.end(id)
  }

  /** For another player, or after a pause: wrong codes of before do not count. */
  reset(): void {
    this.endAll()
    this.#codes = noCodes
  }

  #fresh(other?: string): string {
    let code = randomCode(codeDigits.request)
    while (code === other || !isFresh(this.#codes, code)) code = randomCode(codeDigits.request)
    return code
  }
}

/** Without a zero at the start, which a number does not keep. */
export const randomCode = (digits: number): string => String(randomInt(10 ** (digits - 1), 10 ** digits))
