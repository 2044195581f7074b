/**
 * Approvals: the requests that wait for a person, and the state of approved ones.
 *
 * Guards invariant 2 (no approver, a timeout or a closed program mean denied), invariant 3 (an approved call starts
 * once, and each step is stored before it counts) and invariant 6: only approvers attached by the composition root
 * reach `decideAsPerson`, never a consumer.
 */

import { randomUUID } from 'node:crypto'
import { asGatewayError } from '@contract/gateway-error.js'
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { AnswerScope, ApprovalId, Decision, OpenApproval, Person } from '@shared/approvals/approval.js'
import type { RuleTerms } from '@shared/approvals/rule.js'
import {
  type ApprovalEvent,
  type ApprovalState,
  isOver,
  isSamePerson,
  nextApproval,
  openApproval,
} from '../../policy/approvals/approval.js'
import { ruleFor } from '../../policy/rules/scope.js'
import { argumentsHashOf } from '../path/fingerprint.js'
import type { Approvers, DecisionResult, Reader, SubmittedDecision } from '../ports/approvers.js'
import type { CallSignal } from '../ports/cancellation.js'
import { Emitter } from '../ports/emitter.js'
import type { ApprovalResolution, DecidedScope } from '../ports/open-approvals.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ApprovalStore } from '../ports/stores.js'
import type { ApprovalRequest } from './approval-request.js'
import { openApprovalOf, recordOf, resolutionOf } from './approval-shapes.js'
import { type Asked, AttachedPeople } from './attached-people.js'
import { Countdown } from './countdown.js'
import {
  alreadyClosed,
  criticalNotGrouped,
  decisionError,
  decisionNotStored,
  ruleNotCreated,
  scopeOf,
} from './decision-check.js'

/** Milliseconds before a request is denied, unless the owner chose another time. */
export const defaultApprovalTimeoutMs = 300_000

export interface ApprovalsDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly store: ApprovalStore
  /** Creates the rule for an answer. @throws GatewayError, Error when it could not be written */
  readonly createRule: (terms: RuleTerms, person: Person) => void
  /**
   * Called for every accepted decision of a person, before any other listener; not for a timeout, panic or a locked
   * screen.
   */
  readonly onDecision?: (decision: Decision, approval: OpenApproval, scope: AnswerScope) => void
  /** Where the owner lets requests be approved. */
  readonly places: () => AnswerPlaces
  /** A person with the role that they have now; as they are given when it is absent. */
  readonly currentPerson?: (person: Person) => Person
  /** Milliseconds before a request is denied. */
  readonly timeoutMs?: () => number
}

interface ActiveRequest {
  readonly question: ApprovalRequest
  approval: OpenApproval
  state: ApprovalState
  readonly countdown: Countdown
  /** The coverage and the duration of the answer that is being counted. */
  scope?: DecidedScope | undefined
  /** Person and place → when the request was first shown to them there. */
  readonly shown: Map<string, number>
  settle(answer: ApprovalResolution): void
}

export class Approvals implements Approvers {
  readonly #deps: ApprovalsDependencies
  /** Open or running requests. */
  readonly #active = new Map<ApprovalId, ActiveRequest>()
  readonly #people: AttachedPeople
  readonly #onDidOpen = new Emitter<OpenApproval>()
  readonly #onDidChange = new Emitter<OpenApproval>()
  readonly #onDidClose = new Emitter<ApprovalResolution>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidChange = this.#onDidChange.on
  readonly onDidClose = this.#onDidClose.on

  constructor(deps: ApprovalsDependencies) {
    this.#deps = deps
    this.#people = new AttachedPeople((person) => this.#current(person), deps.places)
  }

  attach(person: Person = unnamed()): () => void {
    const detach = this.#people.add(person)
    return () => {
      if (detach()) this.#denyUnanswerable()
    }
  }

  /** Number of people who can be asked now. */
  get approvers(): number {
    return this.#people.size
  }

  /** Number of people who may approve a request, without its caller. */
  approversFor(asked: Asked): number {
    return this.#people.approversOf(asked)
  }

  /** Whether the viewers of a stream can be asked too. */
  get hasAudience(): boolean {
    return this.#people.hasAudience
  }

  /** Denies what this person agreed to, because they may not answer it any more, and what nobody else may answer. */
  revoke(person: Pick<Person, 'id' | 'name'>): void {
    for (const { approval, state } of this.#openRequests()) {
      const hasAgreed = state.phase === 'open' && state.agreed.some((one) => isSamePerson(one, person))
      if (hasAgreed) this.#close(approval.id, { kind: 'deny', person: named('gatehouse') })
    }
    this.#denyUnanswerable()
  }

  open(): OpenApproval[] {
    return this.#openRequests().map(({ approval }) => approval)
  }

  get isEmpty(): boolean {
    return this.#active.size === 0
  }

  isOpen(id: ApprovalId): boolean {
    return this.find(id) !== undefined
  }

  find(id: ApprovalId): OpenApproval | undefined {
    return this.#findOpen(id)?.approval
  }

  /**
   * Opens a request and waits for the answer. Rejects only when the request cannot be stored or `onOpen` throws; no
   * request stays open then.
   *
   * @param needed number of distinct people who must agree
   * @param withdrawn aborts when the caller no longer wants it
   */
  request(
    question: ApprovalRequest,
    needed: number,
    withdrawn: CallSignal,
    onOpen?: (approval: OpenApproval) => void,
  ): Promise<ApprovalResolution> {
    const id = randomUUID()
    const { clock, timeoutMs = () => defaultApprovalTimeoutMs } = this.#deps
    return new Promise((resolve, reject) => {
      const countdown = new Countdown(clock, timeoutMs(), () => this.#close(id, { kind: 'time-is-up' }))
      const onAbort = () => this.#close(id, { kind: 'caller-withdrew' })
      const active: ActiveRequest = {
        question,
        approval: openApprovalOf(id, question, Math.max(1, needed), clock.now(), countdown.endsAt),
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
        this.#write(active, active.state)
      } catch (error) {
        countdown.stop()
        return reject(error)
      }
      this.#active.set(id, active)
      withdrawn.addEventListener('abort', onAbort)
      try {
        onOpen?.(active.approval)
        this.#onDidOpen.emit(active.approval)
      } catch (bug) {
        reject(bug)
        onAbort()
      }
      if (withdrawn.aborted) onAbort()
      if (!this.#people.canAnswer(active.approval)) this.#close(id, { kind: 'deny', person: named(nobody) })
    })
  }

  /** A decision without details, of a person known only by name. @returns whether it counts */
  decide(id: ApprovalId, decision: Decision, person: string): boolean {
    return this.decideAsPerson({ id, decision, person: { ...named(person), kind: 'control' } }).ok
  }

  decideAsPerson(given: SubmittedDecision): DecisionResult {
    const active = this.#findOpen(given.id)
    if (!active) return alreadyClosed(given.id)
    const answered = this.#count(active, given)
    return answered.ok ? this.#createRules([active], given) : answered
  }

  answerMany(ids: readonly ApprovalId[], given: Omit<SubmittedDecision, 'id' | 'typed'>): DecisionResult[] {
    const counted: ActiveRequest[] = []
    const answers = ids.map((id): DecisionResult => {
      const active = this.#findOpen(id)
      if (!active) return alreadyClosed(id)
      if (given.decision === 'approve' && active.approval.risk === 'critical')
        return { ok: false, error: criticalNotGrouped() }
      const answered = this.#count(active, { ...given, id })
      if (answered.ok) counted.push(active)
      return answered
    })
    const created = this.#createRules(counted, given)
    return created.ok ? answers : answers.map((answered) => (answered.ok ? created : answered))
  }

  shown(id: ApprovalId, person: Reader): void {
    const active = this.#findOpen(id)
    const reader = readerOf(person)
    if (active && !active.shown.has(reader)) active.shown.set(reader, this.#deps.clock.elapsed())
  }

  hold(id: ApprovalId, person: Reader): boolean {
    return this.#changeCountdown(id, (countdown) => countdown.hold(readerOf(person)))
  }

  release(id: ApprovalId, person: Reader): boolean {
    return this.#changeCountdown(id, (countdown) => countdown.release(readerOf(person)))
  }

  /**
   * Denies all open requests: when the program ends, at panic, when the screen is locked, or when there is no approver.
   */
  denyAll(person: string): void {
    for (const { approval } of this.#openRequests()) this.#close(approval.id, { kind: 'deny', person: named(person) })
  }

  /** Closes every request that is no longer valid. */
  supersede(isInvalid: (question: ApprovalRequest, needed: number) => boolean): void {
    for (const { approval, question } of this.#openRequests()) {
      if (isInvalid(question, approval.needed)) this.#close(approval.id, { kind: 'superseded' })
    }
  }

  /**
   * Marks an approved request as started. False when it is not approved, or was started before. @throws Error when it
   * cannot be written
   */
  begin(id: ApprovalId): boolean {
    const active = this.#active.get(id)
    return active?.state.phase === 'approved' && this.#apply(active, { kind: 'begin' })
  }

  /** The call of the request has ended with any outcome. Never throws. */
  finish(requestId: string, event: ApprovalEvent): void {
    for (const [id, { question }] of this.#active) if (question.requestId === requestId) this.#close(id, event)
  }

  /** Counts an answer, or returns why it does not count. */
  #count(active: ActiveRequest, given: SubmittedDecision): DecisionResult {
    const { approval, state } = active
    const { clock, places } = this.#deps
    const agreed = state.phase === 'open' ? state.agreed : []
    const person = this.#current(given.person)
    const shownAt = active.shown.get(readerOf(person))
    const obstacle = decisionError({ ...given, person }, approval, agreed, shownAt, clock.elapsed(), places())
    if (obstacle) return { ok: false, error: obstacle }
    const { id, name, kind } = person
    const { onDecision } = this.#deps
    const scope = scopeOf(given)
    active.scope = withFacts(scope, approval, given.decision)
    // A denial counts even when it cannot be stored.
    if (given.decision === 'deny') onDecision?.('deny', approval, scope)
    try {
      this.#apply(active, { kind: given.decision, person: { id, name, kind } })
      if (given.decision === 'approve') onDecision?.('approve', approval, scope)
      return { ok: true }
    } catch (error) {
      if (given.decision === 'deny') this.#close(approval.id, { kind: 'deny', person: { id, name, kind } })
      this.#deps.log.error('a decision could not be stored', { approvalId: approval.id, error: `${error}` })
      return given.decision === 'deny' ? { ok: true } : { ok: false, error: decisionNotStored(error) }
    } finally {
      // A request that needs more approvals may still expire.
      active.scope = undefined
    }
  }

  /** Creates one rule per distinct answer. */
  #createRules(
    requests: readonly ActiveRequest[],
    { decision, person, ...given }: Omit<SubmittedDecision, 'id'>,
  ): DecisionResult {
    const now = this.#deps.clock.now().getTime()
    const rules = new Map<string, RuleTerms>()
    for (const { approval, question, state } of requests) {
      const { manifest, shown, facts } = question
      const subject = { manifest, shown, facts, argumentsHash: argumentsHashOf(question.arguments) }
      const terms = state.phase === 'open' ? undefined : ruleFor(approval, subject, decision, scopeOf(given), now)
      if (terms) rules.set(JSON.stringify(terms), terms)
    }
    try {
      for (const terms of rules.values()) this.#deps.createRule(terms, person)
      return { ok: true }
    } catch (thrown) {
      return { ok: false, error: ruleNotCreated(asGatewayError(thrown)) }
    }
  }

  #changeCountdown(id: ApprovalId, change: (countdown: Countdown) => void): boolean {
    const active = this.#findOpen(id)
    if (!active) return false
    change(active.countdown)
    this.#refresh(active)
    return true
  }

  #current(person: Person): Person {
    return this.#deps.currentPerson?.(person) ?? person
  }

  #denyUnanswerable(): void {
    for (const { approval } of this.#openRequests())
      if (!this.#people.canAnswer(approval)) this.#close(approval.id, { kind: 'deny', person: named(nobody) })
  }

  #openRequests(): ActiveRequest[] {
    return [...this.#active.values()].filter(({ state }) => state.phase === 'open')
  }

  /** Enforces the timeout even where a timer fired late, for example after sleep. */
  #findOpen(id: ApprovalId): ActiveRequest | undefined {
    const active = this.#active.get(id)
    if (active?.state.phase !== 'open') return undefined
    if (!active.countdown.isExpired) return active
    this.#close(id, { kind: 'time-is-up' })
    return undefined
  }

  /** A denial counts even when it cannot be stored. */
  #close(id: ApprovalId, event: ApprovalEvent): void {
    const active = this.#active.get(id)
    if (!active) return
    try {
      this.#apply(active, event)
    } catch (error) {
      this.#deps.log.error('the end of a request could not be stored', { approvalId: id, error: `${error}` })
      this.#setState(active, nextApproval(active.state, event))
    }
  }

  /** Whether anything changed. @throws Error when it cannot be written; the change then does not count */
  #apply(active: ActiveRequest, event: ApprovalEvent): boolean {
    const next = nextApproval(active.state, event)
    if (next === active.state) return false
    this.#write(active, next)
    this.#setState(active, next)
    return true
  }

  #setState(active: ActiveRequest, next: ApprovalState): void {
    const wasOpen = active.state.phase === 'open'
    active.state = next
    if (isOver(next)) this.#active.delete(active.approval.id)
    if (next.phase === 'open') this.#refresh(active)
    else if (wasOpen) active.settle(resolutionOf(active.approval.id, next, active.scope))
  }

  #refresh(active: ActiveRequest): void {
    const { held: _held, ...approval } = active.approval
    const { state, countdown } = active
    active.approval = {
      ...approval,
      ...(state.phase === 'open' && { agreed: state.agreed.map(({ name }) => name) }),
      expiresAt: new Date(countdown.endsAt).toISOString(),
      ...(countdown.isHeld && { held: true }),
    }
    this.#onDidChange.emit(active.approval)
  }

  #write({ approval, question }: ActiveRequest, state: ApprovalState): void {
    const { store, clock } = this.#deps
    store.write(recordOf(approval, question, state, clock.now()))
  }
}

/** A screen that was read elsewhere is not read here. */
const readerOf = ({ kind, id }: Reader): string => `${kind} ${id}`

function withFacts(scope: AnswerScope, { offered }: OpenApproval, decision: Decision): DecidedScope {
  const coverage = offered[decision].coverages.find(({ id }) => id === scope.what)
  return coverage && 'facts' in coverage ? { ...scope, facts: coverage.facts } : scope
}

/** The decider recorded when no approver is attached. */
export const nobody = 'nobody'

const named = (name: string) => ({ id: name, name, kind: 'control' as const })
const unnamed = (): Person => ({ ...named('somebody'), id: randomUUID() })
