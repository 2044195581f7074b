/**
 * Votes: asks the viewers of a stream about a request that waits for a person, one at a time.
 *
 * Guards invariant 6: the result is shown to the person who decides. Where the owner chose so, a yes counts as one of
 * several people (`policy/approvals/approval.ts`). Guards invariant 7: what viewers write and who they are is counted and
 * forgotten; only numbers are recorded.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import type { Settings } from '@shared/program/settings.js'
import {
  isRunning,
  type RecordedVote,
  type Vote,
  type VoteAnswer,
  type VoteProblem,
  type VoteQuestion,
  type VoteResult,
  type VotesState,
  voteLimits,
  voteQuestionOf,
} from '@shared/streaming/votes.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import type { AuditLog } from '../../gateway/ports/audit-log.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { ApprovalResolution } from '../../gateway/ports/open-approvals.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { BallotTerms } from '../../policy/votes/ballot.js'
import { resultOf } from '../../policy/votes/vote-result.js'
import type { NativePolls } from '../ports.js'
import type { Audience } from './audience.js'
import { askByPoll, askByWords, type CountListener, type RunningCount } from './vote-counts.js'

/** `capabilityId` in the audit trail. */
export const voteId = 'system.vote.end'

/** Milliseconds between two counts that are sent on, and for which an answered vote stays on the overlay. */
const countMs = 250
const answeredMs = 8_000

/** Requests that viewers were asked about already. */
const maxAsked = 200

const viewers: Person = { id: 'audience', name: 'viewers', kind: 'audience' }
const automatic: Caller = { type: 'user', id: 'settings', name: 'settings' }

interface PollWords {
  readonly title: string
  readonly choices: readonly string[]
}

export interface VotesDependencies {
  readonly audience: Pick<Audience, 'isOnline' | 'polls' | 'onDidReceive' | 'onDidChange'>
  readonly approvals: Pick<Approvers, 'open' | 'onDidOpen' | 'onDidClose' | 'attach' | 'decideAsPerson'>
  readonly settings: { get(): Pick<Settings, 'votes' | 'audience'>; onDidChange(listener: () => void): () => void }
  /** The title of a poll, and its two choices. */
  readonly pollWords: (question: VoteQuestion) => PollWords
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly log: Log
}

type EndedBy = RecordedVote['endedBy']

type EndedVote = Vote & { readonly result: VoteResult }

interface Running {
  readonly startedBy: Caller
  readonly count: RunningCount
}

interface PlannedPoll {
  /** Of the vote. */
  readonly id: string
  readonly startedBy: Caller
  readonly polls: NativePolls
  readonly poll: PollWords
  readonly after: CountListener
  readonly terms: BallotTerms
}

export class Votes {
  readonly #deps: VotesDependencies
  readonly #asked = new Set<string>()
  readonly #endings: (() => void)[]
  readonly #onDidChange = new Emitter<VotesState>()
  readonly onDidChange = this.#onDidChange.on
  #vote: Vote | undefined
  #running: Running | undefined
  #detach: (() => void) | undefined
  #stopForgetting = () => {}
  #stopPublishing: (() => void) | undefined

  constructor(deps: VotesDependencies) {
    this.#deps = deps
    const { approvals, audience, settings } = deps
    this.#endings = [
      approvals.onDidOpen(() => this.#startNext()),
      approvals.onDidClose((resolution) => this.#answered(resolution)),
      audience.onDidChange(() => this.#applySettings()),
      settings.onDidChange(() => this.#applySettings()),
    ]
    this.#applySettings()
  }

  get state(): VotesState {
    const { enabled, seconds } = this.#settings
    const { isOnline, polls } = this.#deps.audience
    return { enabled, isOnline, hasPolls: polls !== undefined, seconds, vote: this.#vote ?? null }
  }

  /** Asks the viewers about this request. @throws GatewayError when they cannot be asked */
  async start(approvalId: string, startedBy: Caller): Promise<void> {
    const { enabled, usesPolls, yes, no } = this.#settings
    const { approvals, audience, clock, pollWords } = this.#deps
    const approval = approvals.open().find(({ id }) => id === approvalId)
    if (!enabled) throw refused('off', 'Votes are off.', 'Switch them on in the settings, under Viewers.')
    if (!audience.isOnline)
      throw refused('no-chat', 'No chat is connected.', 'Connect one in the settings, under Viewers.')
    if (!approval) throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { approvalId } })
    const question = voteQuestionOf(approval)
    if (!question) throw refused('not-votable', 'Viewers cannot be asked about this.', 'Decide it yourself.')
    if (this.#vote && isRunning(this.#vote))
      throw refused('running', 'A vote is running already.', 'Wait until it has ended.')
    if (this.#asked.has(approvalId))
      throw refused('asked', 'Viewers were asked about this already.', 'Decide it yourself.')
    const now = clock.now().getTime()
    const endsAt = this.#endOf(approval, now)
    if (endsAt === undefined) throw refused('too-late', 'Too little time is left for a vote.', 'Decide it yourself.')
    this.#remember(approvalId)
    const polls = usesPolls ? audience.polls : undefined
    this.#stopForgetting()
    this.#vote = {
      id: randomUUID(),
      approvalId,
      requestId: approval.requestId,
      question,
      words: { yes, no },
      isPoll: polls !== undefined,
      yes: 0,
      no: 0,
      isFull: false,
      startedAt: new Date(now).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    }
    const { id } = this.#vote
    const after = { onDidCount: () => this.#counted(id), onDidEnd: () => this.#finish(id, 'time') }
    const terms = { words: [yes, no], startsAt: now, endsAt, excluded: this.#deps.settings.get().audience.bots }
    if (!polls) this.#run(startedBy, askByWords({ audience, clock, ...after }, terms))
    this.#publish()
    if (polls) await this.#runPoll({ id, startedBy, polls, poll: pollWords(question), after, terms })
  }

  /** Asks about the request that waits longest. @throws GatewayError when there is none, or they cannot be asked */
  async startOldest(startedBy: Caller): Promise<void> {
    const open = this.#deps.approvals.open().find((one) => this.#canAsk(one))
    if (!open) throw refused('none-waiting', 'No request waits that viewers can be asked about.', 'Wait for one.')
    await this.start(open.id, startedBy)
  }

  /** Ends the vote now, with the votes so far. @throws GatewayError when none runs */
  end(): void {
    if (!this.#vote || !isRunning(this.#vote)) throw refused('none-running', 'No vote is running.', 'Start one.')
    this.#finish(this.#vote.id, 'streamer')
  }

  stop(): void {
    for (const end of this.#endings) end()
    this.#running?.count.end()
    this.#detach?.()
    this.#stopForgetting()
    this.#stopPublishing?.()
  }

  get #settings() {
    return this.#deps.settings.get().votes
  }

  #canAsk(approval: OpenApproval): boolean {
    return !this.#asked.has(approval.id) && voteQuestionOf(approval) !== undefined
  }

  /** When a vote would end; undefined when too little time is left for one. */
  #endOf({ expiresAt }: OpenApproval, now: number): number | undefined {
    const endsAt = Math.min(now + this.#settings.seconds * 1_000, Date.parse(expiresAt) - endMarginMs)
    return endsAt - now < voteLimits.seconds.least * 1_000 ? undefined : endsAt
  }

  #remember(approvalId: string): void {
    this.#asked.add(approvalId)
    const [oldest] = this.#asked
    if (this.#asked.size > maxAsked && oldest !== undefined) this.#asked.delete(oldest)
  }

  /** A request of an AI whose requests viewers are always asked about, after the answer to the one before was shown. */
  #startNext(): void {
    const { enabled, automatic: asked } = this.#settings
    const { approvals, audience, clock, log } = this.#deps
    if (!enabled || asked.length === 0 || !audience.isOnline || this.#vote) return
    const now = clock.now().getTime()
    const next = approvals
      .open()
      .find((one) => asked.includes(one.caller.id) && this.#canAsk(one) && this.#endOf(one, now) !== undefined)
    if (next)
      void this.start(next.id, automatic).catch((error: unknown) =>
        log.warn('viewers could not be asked about a request', { error: `${error}` }),
      )
  }

  #run(startedBy: Caller, count: RunningCount): void {
    this.#running = { startedBy, count }
  }

  /** A platform may refuse a poll, for example because another one runs: viewers then vote by words. */
  async #runPoll({ id, startedBy, polls, poll, after, terms }: PlannedPoll): Promise<void> {
    const { audience, clock, log } = this.#deps
    const isCurrent = () => this.#vote?.id === id && isRunning(this.#vote)
    try {
      const seconds = Math.round((terms.endsAt - terms.startsAt) / 1_000)
      const count = askByPoll(await polls.start({ ...poll, seconds }), polls.platform, clock, seconds, after)
      if (isCurrent()) this.#run(startedBy, count)
      else count.end()
    } catch (error) {
      log.warn('the platform refused a poll: viewers vote by words', { error: `${error}` })
      if (!isCurrent() || !this.#vote) return
      this.#vote = { ...this.#vote, isPoll: false }
      this.#run(startedBy, askByWords({ audience, clock, ...after }, terms))
      this.#publish()
    }
  }

  #counted(id: string): void {
    if (this.#vote?.id !== id) return
    this.#stopPublishing ??= this.#deps.clock.after(countMs, () => {
      this.#stopPublishing = undefined
      this.#takeCount()
      this.#publish()
    })
  }

  #takeCount(): void {
    if (this.#vote && this.#running) this.#vote = { ...this.#vote, ...this.#running.count.now }
  }

  #finish(id: string, by: EndedBy): void {
    if (this.#vote?.id !== id || !isRunning(this.#vote)) return
    this.#takeCount()
    const running = this.#running
    running?.count.end()
    this.#running = undefined
    const vote: EndedVote = { ...this.#vote, result: resultOf(this.#vote, this.#settings) }
    this.#vote = vote
    const isRecorded = this.#record(vote, by, running)
    if (isRecorded && by !== 'answer' && by !== 'off') this.#approve(vote)
    this.#publish()
  }

  /** A yes as one of several people. In a poll the accounts that never vote cannot be left out, so it only advises. */
  #approve({ approvalId, isPoll, result }: EndedVote): void {
    if (!this.#settings.countsAsApprover || isPoll || result.says !== 'yes') return
    const { ok } = this.#deps.approvals.decideAsPerson({ id: approvalId, decision: 'approve', person: viewers })
    // It may have closed the request, which answers the vote.
    if (ok && this.#vote) this.#vote = { ...this.#vote, counted: true }
  }

  #answered({ approvalId, outcome }: ApprovalResolution): void {
    if (this.#vote?.approvalId !== approvalId) return
    this.#finish(this.#vote.id, 'answer')
    const answers: Readonly<Partial<Record<typeof outcome, VoteAnswer>>> = {
      approved: 'approved',
      denied: 'denied',
      expired: 'expired',
    }
    const answer = answers[outcome]
    this.#vote = answer && { ...this.#vote, answer }
    this.#forgetLater(approvalId)
    this.#publish()
  }

  #forgetLater(approvalId: string): void {
    this.#stopForgetting()
    this.#stopForgetting = this.#deps.clock.after(answeredMs, () => {
      if (this.#vote?.approvalId === approvalId) this.#vote = undefined
      this.#publish()
      this.#startNext()
    })
  }

  /** @returns whether it is written: a vote that is not in the trail approves nothing */
  #record({ approvalId, question, yes, no, isPoll, result }: EndedVote, endedBy: EndedBy, running?: Running): boolean {
    const { audit, clock, log } = this.#deps
    const sources = running?.count.sources ?? {}
    const request: RecordedVote = { approvalId, question, yes, no, isPoll, ...result, endedBy, sources }
    try {
      audit.append({
        id: randomUUID(),
        timestamp: clock.now().toISOString(),
        eventType: 'approve',
        capabilityId: voteId,
        caller: running?.startedBy ?? automatic,
        request: { ...request },
      })
      return true
    } catch (error) {
      log.error('a vote of viewers could not be recorded', { error: `${error}` })
      return false
    }
  }

  #applySettings(): void {
    const { enabled, countsAsApprover } = this.#settings
    const { approvals, audience } = this.#deps
    if (!enabled && this.#vote && isRunning(this.#vote)) this.#finish(this.#vote.id, 'off')
    if (!enabled) this.#vote = undefined
    const mayApprove = enabled && countsAsApprover && audience.isOnline
    if (mayApprove) this.#detach ??= approvals.attach(viewers)
    else {
      this.#detach?.()
      this.#detach = undefined
    }
    this.#publish()
    this.#startNext()
  }

  #publish(): void {
    this.#onDidChange.emit(this.state)
  }
}

/** Milliseconds before a request expires, in which its vote has ended and can still be read. */
const endMarginMs = 5_000

const refused = (problem: VoteProblem, message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion, details: { reason: `vote-${problem}` } })
