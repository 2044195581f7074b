/**
 * Approvals: the questions that wait for a person.
 *
 * Guards invariant 2 (nobody there, silence, a closed program all mean no) and invariant 6: `decide` is reachable only
 * by the approvers that the composition root attaches, never by a consumer.
 */
import { randomUUID } from 'node:crypto'
import type { ApprovalId, ApprovalOutcome, Decision, OpenApproval } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'
import { type ApprovalEvent, type ApprovalState, nextApproval, openApproval } from '../policy/approval.js'
import { Emitter } from './emitter.js'
import type { Clock } from './ports.js'

/** How long a question waits before the answer is no. */
export const defaultPatienceMs = 300_000

/** Questions that may wait at once. */
export const mostOpen = { perClient: 5, inAll: 20 }

export type Question = Omit<OpenApproval, 'id' | 'askedAt' | 'expiresAt'>

export interface Answer {
  readonly approvalId: ApprovalId
  readonly outcome: ApprovalOutcome
  /** Who decided; empty when nobody did. */
  readonly by: readonly string[]
}

interface Pending {
  readonly approval: OpenApproval
  state: ApprovalState
  settle(answer: Answer): void
}

export class Approvals {
  readonly #clock: Clock
  readonly #patienceMs: number
  readonly #pending = new Map<ApprovalId, Pending>()
  #approvers = 0
  readonly #onDidOpen = new Emitter<OpenApproval>()
  readonly #onDidClose = new Emitter<Answer>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidClose = this.#onDidClose.on

  constructor(clock: Clock, patienceMs = defaultPatienceMs) {
    this.#clock = clock
    this.#patienceMs = patienceMs
  }

  /** Says that one more person can be asked; returns the function that says they are gone. */
  attach(): () => void {
    this.#approvers += 1
    let attached = true
    return () => {
      if (!attached) return
      attached = false
      this.#approvers -= 1
      if (this.#approvers === 0) this.denyAll(nobody)
    }
  }

  /** People who can be asked now. */
  get approvers(): number {
    return this.#approvers
  }

  open(): OpenApproval[] {
    return [...this.#pending.values()].map(({ approval }) => approval)
  }

  isOpen(id: ApprovalId): boolean {
    return this.#pending.has(id)
  }

  /**
   * Asks and waits for the answer. Rejects only when `onOpen` throws; then nothing stays open.
   *
   * @param needed distinct people who must agree
   * @param withdrawn aborts when the caller no longer wants it
   */
  ask(
    question: Question,
    needed: number,
    withdrawn: AbortSignal,
    onOpen?: (approval: OpenApproval) => void,
  ): Promise<Answer> {
    const now = this.#clock.now().getTime()
    const approval: OpenApproval = {
      ...question,
      id: randomUUID(),
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + this.#patienceMs).toISOString(),
    }
    return new Promise((resolve, reject) => {
      const stopClock = this.#clock.after(this.#patienceMs, () => this.#apply(approval.id, { kind: 'time-is-up' }))
      const onAbort = () => this.#apply(approval.id, { kind: 'caller-withdrew' })
      this.#pending.set(approval.id, {
        approval,
        state: openApproval(needed),
        settle: (answer) => {
          stopClock()
          withdrawn.removeEventListener('abort', onAbort)
          this.#pending.delete(approval.id)
          resolve(answer)
          this.#onDidClose.emit(answer)
        },
      })
      withdrawn.addEventListener('abort', onAbort)
      try {
        onOpen?.(approval)
        this.#onDidOpen.emit(approval)
      } catch (bug) {
        reject(bug)
        onAbort()
      }
      if (withdrawn.aborted) onAbort()
      if (this.#approvers === 0) this.#apply(approval.id, { kind: 'deny', person: nobody })
    })
  }

  /** A person's answer. False when the question is no longer open; time is up even where a timer overslept it. */
  decide(id: ApprovalId, decision: Decision, person: string): boolean {
    const pending = this.#pending.get(id)
    if (pending && this.#clock.now().getTime() >= Date.parse(pending.approval.expiresAt)) {
      this.#apply(id, { kind: 'time-is-up' })
      return false
    }
    return this.#apply(id, { kind: decision, person })
  }

  /** Whether so much waits already, of this client in whatever sessions or of all, that one more would only tire people. */
  isCrowded(caller: Caller): boolean {
    const open = this.open()
    const own = open.filter((approval) => approval.caller.id === caller.id)
    return open.length >= mostOpen.inAll || own.length >= mostOpen.perClient
  }

  /** Denies everything that is open, for a program that ends. */
  denyAll(person: string): void {
    for (const id of [...this.#pending.keys()]) this.#apply(id, { kind: 'deny', person })
  }

  #apply(id: ApprovalId, event: ApprovalEvent): boolean {
    const pending = this.#pending.get(id)
    if (!pending) return false
    pending.state = nextApproval(pending.state, event)
    if (pending.state.phase === 'closed') {
      pending.settle({ approvalId: id, outcome: pending.state.outcome, by: pending.state.by })
    }
    return true
  }
}

/** Who denies where no approver is attached. */
export const nobody = 'nobody'
