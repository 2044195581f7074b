/**
 * Approvals: the questions that wait for a person, and what becomes of those that were answered with yes.
 *
 * Guards invariant 2 (nobody there, silence, a closed program all mean no), invariant 3 (what a yes stands for begins
 * once, and every step is written down before it counts) and invariant 6: `answer` is reachable only by the approvers
 * that the composition root attaches, never by a consumer.
 */
import { randomUUID } from 'node:crypto'
import type { AnswerScope, ApprovalId, Decision, OpenApproval, Person } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'
import { isChatPlayer } from '../contract/chat.js'
import { asGatewayError } from '../contract/gateway-error.js'
import type { RuleTerms } from '../contract/rule.js'
import { type ApprovalEvent, type ApprovalState, isOver, nextApproval, openApproval } from '../policy/approval.js'
import { isRequester } from '../policy/quorum.js'
import { ruleFor } from '../policy/scope.js'
import {
  type Answered,
  closed,
  type GivenAnswer,
  obstacleTo,
  scopeOf,
  tooGrave,
  unkept,
  unwritten,
} from './answering.js'
import { answerOf, recordOf, shownOf } from './approval-shapes.js'
import { Countdown } from './countdown.js'
import { Emitter } from './emitter.js'
import { argumentsHashOf } from './fingerprint.js'
import type { ApprovalStore, Clock, Log } from './ports.js'
import type { Answer, GivenScope, Question } from './question.js'

/** How long a question waits before the answer is no. */
export const defaultPatienceMs = 300_000

/** Questions that may wait at once. Players in chat share some, so that the owner's own programs can always ask. */
export const mostOpen = { perClient: 5, perPlayer: 2, ofPlayers: 6, inAll: 20 }

/** What an approver sees: the person at the computer, a player in the game, a second person on their phone. */
export type Approvers = Pick<
  Approvals,
  | 'attach'
  | 'open'
  | 'shown'
  | 'answer'
  | 'answerMany'
  | 'hold'
  | 'release'
  | 'onDidOpen'
  | 'onDidChange'
  | 'onDidClose'
>

export interface ApprovalsParts {
  readonly clock: Clock
  readonly log: Log
  readonly store: ApprovalStore
  /** Makes the rule that an answer becomes. @throws GatewayError, Error when it could not be written */
  readonly keepRule: (terms: RuleTerms, person: Person) => void
  /** Told of every answer of a person that counts, before anybody else hears of it. */
  readonly onAnswer?: (decision: Decision, approval: OpenApproval, scope: AnswerScope) => void
  readonly patienceMs?: number
}

interface Live {
  readonly question: Question
  approval: OpenApproval
  state: ApprovalState
  readonly countdown: Countdown
  /** What the answer covers that is being counted, and how long. */
  scope?: GivenScope | undefined
  /** Person → when the question stood before their eyes for the first time. */
  readonly shown: Map<string, number>
  settle(answer: Answer): void
}

export class Approvals {
  readonly #parts: ApprovalsParts
  /** Asked, or being done. */
  readonly #live = new Map<ApprovalId, Live>()
  readonly #attached = new Set<Person>()
  readonly #onDidOpen = new Emitter<OpenApproval>()
  readonly #onDidChange = new Emitter<OpenApproval>()
  readonly #onDidClose = new Emitter<Answer>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidChange = this.#onDidChange.on
  readonly onDidClose = this.#onDidClose.on

  constructor(parts: ApprovalsParts) {
    this.#parts = parts
  }

  /**
   * Says that one more person can be asked; returns the function that says they are gone.
   *
   * @param person somebody whose name comes with their answer, when left out
   */
  attach(person: Person = unnamed()): () => void {
    const one = { ...person }
    this.#attached.add(one)
    return () => {
      if (this.#attached.delete(one) && this.#attached.size === 0) this.denyAll(nobody)
    }
  }

  /** People who can be asked now. */
  get approvers(): number {
    return new Set([...this.#attached].map(({ id }) => id)).size
  }

  /** People who can be asked about what this caller wants: it is none of them itself. */
  approversFor(caller: Caller): number {
    return new Set([...this.#attached].filter((person) => !isRequester(person, caller)).map(({ id }) => id)).size
  }

  open(): OpenApproval[] {
    return this.#asked().map(({ approval }) => approval)
  }

  get isEmpty(): boolean {
    return this.#live.size === 0
  }

  isOpen(id: ApprovalId): boolean {
    return this.find(id) !== undefined
  }

  find(id: ApprovalId): OpenApproval | undefined {
    return this.#openOne(id)?.approval
  }

  /**
   * Asks and waits for the answer. Rejects only when the question cannot be written down or `onOpen` throws; then
   * nothing stays open.
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
    const id = randomUUID()
    const { clock, patienceMs = defaultPatienceMs } = this.#parts
    return new Promise((resolve, reject) => {
      const countdown = new Countdown(clock, patienceMs, () => this.#close(id, { kind: 'time-is-up' }))
      const onAbort = () => this.#close(id, { kind: 'caller-withdrew' })
      const live: Live = {
        question,
        approval: shownOf(id, question, Math.max(1, needed), clock.now(), countdown.endsAt),
        state: openApproval(needed, question.orderedBy),
        countdown,
        shown: new Map(),
        settle: (answer) => {
          countdown.stop()
          withdrawn.removeEventListener('abort', onAbort)
          resolve(answer)
          this.#onDidClose.emit(answer)
        },
      }
      try {
        this.#write(live, live.state)
      } catch (error) {
        countdown.stop()
        return reject(error)
      }
      this.#live.set(id, live)
      withdrawn.addEventListener('abort', onAbort)
      try {
        onOpen?.(live.approval)
        this.#onDidOpen.emit(live.approval)
      } catch (bug) {
        reject(bug)
        onAbort()
      }
      if (withdrawn.aborted) onAbort()
      if (this.#attached.size === 0) this.#close(id, { kind: 'deny', person: named(nobody) })
    })
  }

  /** A plain yes or no of somebody who is known by name alone. Whether it counts. */
  decide(id: ApprovalId, decision: Decision, person: string): boolean {
    return this.answer({ id, decision, person: { ...named(person), kind: 'control' } }).ok
  }

  /** A person's answer. One that reaches further than this call is a rule from then on. */
  answer(given: GivenAnswer): Answered {
    const live = this.#openOne(given.id)
    if (!live) return closed(given.id)
    const answered = this.#count(live, given)
    return answered.ok ? this.#keep([live], given) : answered
  }

  /**
   * One answer to many questions, each bound by itself. Nothing critical is approved with others.
   *
   * @returns what became of each, in their order
   */
  answerMany(ids: readonly ApprovalId[], given: Omit<GivenAnswer, 'id' | 'typed'>): Answered[] {
    const counted: Live[] = []
    const answers = ids.map((id): Answered => {
      const live = this.#openOne(id)
      if (!live) return closed(id)
      if (given.decision === 'approve' && live.approval.risk === 'critical') return { ok: false, error: tooGrave() }
      const answered = this.#count(live, { ...given, id })
      if (answered.ok) counted.push(live)
      return answered
    })
    const kept = this.#keep(counted, given)
    return kept.ok ? answers : answers.map((answered) => (answered.ok ? kept : answered))
  }

  /** The question stands before this person's eyes. */
  shown(id: ApprovalId, person: Pick<Person, 'id'>): void {
    const live = this.#openOne(id)
    if (live && !live.shown.has(person.id)) live.shown.set(person.id, this.#parts.clock.elapsed())
  }

  /** This person reads it: time stands still, within bounds. False when it is not open. */
  hold(id: ApprovalId, person: Pick<Person, 'id'>): boolean {
    return this.#time(id, (countdown) => countdown.hold(person.id))
  }

  /** This person no longer reads it. False when it is not open. */
  release(id: ApprovalId, person: Pick<Person, 'id'>): boolean {
    return this.#time(id, (countdown) => countdown.release(person.id))
  }

  /** Whether so much waits already, of this client in whatever sessions or of all, that one more would only tire people. */
  isCrowded(caller: Caller): boolean {
    const open = this.open()
    const own = open.filter((approval) => approval.caller.id === caller.id)
    if (open.length >= mostOpen.inAll) return true
    if (!isChatPlayer(caller)) return own.length >= mostOpen.perClient
    const ofPlayers = open.filter((approval) => isChatPlayer(approval.caller))
    return own.length >= mostOpen.perPlayer || ofPlayers.length >= mostOpen.ofPlayers
  }

  /** Denies everything that is open, for a program that ends. */
  denyAll(person: string): void {
    for (const { approval } of this.#asked()) this.#close(approval.id, { kind: 'deny', person: named(person) })
  }

  /** Closes every question that is none any more. */
  supersede(isNone: (question: Question, needed: number) => boolean): void {
    for (const { approval, question } of this.#asked()) {
      if (isNone(question, approval.needed)) this.#close(approval.id, { kind: 'superseded' })
    }
  }

  /** From here on it is being done. False when it must not be: it is not approved, or was begun before. @throws Error when it cannot be written */
  begin(id: ApprovalId): boolean {
    const live = this.#live.get(id)
    return live?.state.phase === 'approved' && this.#apply(live, { kind: 'begin' })
  }

  /** The call that asked has come to its end, whatever it was. Never throws. */
  finish(requestId: string, event: ApprovalEvent): void {
    for (const [id, { question }] of this.#live) if (question.requestId === requestId) this.#close(id, event)
  }

  /** Counts an answer, or says why it does not. */
  #count(live: Live, given: GivenAnswer): Answered {
    const { approval } = live
    const obstacle = obstacleTo(given, approval, live.shown.get(given.person.id), this.#parts.clock.elapsed())
    if (obstacle) return { ok: false, error: obstacle }
    const { id, name, kind } = given.person
    const { onAnswer } = this.#parts
    const scope = scopeOf(given)
    live.scope = withFacts(scope, approval, given.decision)
    // A no counts whether or not it can be written down.
    if (given.decision === 'deny') onAnswer?.('deny', approval, scope)
    try {
      this.#apply(live, { kind: given.decision, person: { id, name, kind } })
      if (given.decision === 'approve') onAnswer?.('approve', approval, scope)
      return { ok: true }
    } catch (error) {
      if (given.decision === 'deny') this.#close(approval.id, { kind: 'deny', person: { id, name, kind } })
      this.#parts.log.error('an answer could not be written down', { approvalId: approval.id, error: `${error}` })
      return given.decision === 'deny' ? { ok: true } : { ok: false, error: unwritten(error) }
    } finally {
      // What others must still agree to may end without an answer.
      live.scope = undefined
    }
  }

  /** Makes one rule of each answer that lasts. */
  #keep(lives: readonly Live[], { decision, person, ...given }: Omit<GivenAnswer, 'id'>): Answered {
    const now = this.#parts.clock.now().getTime()
    const rules = new Map<string, RuleTerms>()
    for (const { approval, question, state } of lives) {
      const { manifest, shown, facts } = question
      const matter = { manifest, shown, facts, argumentsHash: argumentsHashOf(question.arguments) }
      const terms = state.phase === 'open' ? undefined : ruleFor(approval, matter, decision, scopeOf(given), now)
      if (terms) rules.set(JSON.stringify(terms), terms)
    }
    try {
      for (const terms of rules.values()) this.#parts.keepRule(terms, person)
      return { ok: true }
    } catch (thrown) {
      return { ok: false, error: unkept(asGatewayError(thrown)) }
    }
  }

  #time(id: ApprovalId, change: (countdown: Countdown) => void): boolean {
    const live = this.#openOne(id)
    if (!live) return false
    change(live.countdown)
    this.#redraw(live)
    return true
  }

  #asked(): Live[] {
    return [...this.#live.values()].filter(({ state }) => state.phase === 'open')
  }

  /** Time is up even where a timer overslept it. */
  #openOne(id: ApprovalId): Live | undefined {
    const live = this.#live.get(id)
    if (live?.state.phase !== 'open') return undefined
    if (!live.countdown.isUp) return live
    this.#close(id, { kind: 'time-is-up' })
    return undefined
  }

  /** What ends in no ends in no, even where it cannot be written down. */
  #close(id: ApprovalId, event: ApprovalEvent): void {
    const live = this.#live.get(id)
    if (!live) return
    try {
      this.#apply(live, event)
    } catch (error) {
      this.#parts.log.error('the end of a question could not be written down', { approvalId: id, error: `${error}` })
      this.#become(live, nextApproval(live.state, event))
    }
  }

  /** Whether anything changed. @throws Error when it cannot be written; then it does not count */
  #apply(live: Live, event: ApprovalEvent): boolean {
    const next = nextApproval(live.state, event)
    if (next === live.state) return false
    this.#write(live, next)
    this.#become(live, next)
    return true
  }

  #become(live: Live, next: ApprovalState): void {
    const wasOpen = live.state.phase === 'open'
    live.state = next
    if (isOver(next)) this.#live.delete(live.approval.id)
    if (next.phase === 'open') this.#redraw(live)
    else if (wasOpen) live.settle(answerOf(live.approval.id, next, live.scope))
  }

  #redraw(live: Live): void {
    const { held: _held, ...approval } = live.approval
    const { state, countdown } = live
    live.approval = {
      ...approval,
      ...(state.phase === 'open' && { agreed: state.agreed.map(({ name }) => name) }),
      expiresAt: new Date(countdown.endsAt).toISOString(),
      ...(countdown.isHeld && { held: true }),
    }
    this.#onDidChange.emit(live.approval)
  }

  #write({ approval, question }: Live, state: ApprovalState): void {
    const { store, clock } = this.#parts
    store.write(recordOf(approval, question, state, clock.now()))
  }
}

function withFacts(scope: AnswerScope, { offered }: OpenApproval, decision: Decision): GivenScope {
  const coverage = offered[decision].coverages.find(({ id }) => id === scope.what)
  return coverage && 'facts' in coverage ? { ...scope, facts: coverage.facts } : scope
}

/** Who denies where no approver is attached. */
export const nobody = 'nobody'

const named = (name: string) => ({ id: name, name, kind: 'control' as const })
const unnamed = (): Person => ({ ...named('somebody'), id: randomUUID() })
