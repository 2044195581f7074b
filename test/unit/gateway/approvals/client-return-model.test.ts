/** A client that opens, loses and restarts its sessions while a person decides: one question, and one run for each yes. */
import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { returnMs } from '../../../../src-main/gateway/approvals/pending-call.js'
import { resultRetention } from '../../../../src-main/gateway/approvals/pending-calls.js'
import type { CallReport } from '../../../../src-main/gateway/ports/calls.js'
import { Cancellation, ClientGone } from '../../../../src-main/gateway/ports/cancellation.js'
import type { ApprovalResolution } from '../../../../src-main/gateway/ports/open-approvals.js'
import { settled } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

/** Two clients with a key of their own, and two programs that share the key of the bridge and one name. */
const keys = ['client:0000000a', 'client:0000000b', 'bridge', 'bridge'] as const

const which = fc.nat(5)
const client = fc.constantFrom(0, 0, 0, 1, 2, 3)
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('call' as const), client, time: fc.constantFrom(0, 0, 1) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('restart' as const), client }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('time-out' as const, 'cancel' as const, 'give-up' as const), which }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('approve' as const, 'deny' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(500, 5_000, 20_000, 61_000) }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

interface Call {
  readonly caller: Caller
  readonly identity: string
  readonly time: number
  readonly signal: Cancellation
  report?: CallReport
  /** Whether the client left without a response. */
  left?: boolean | 'silently'
}

interface Question {
  readonly question: OpenApproval
  readonly identity: string
  answer?: ApprovalResolution
  closedAt?: number
}

class Scene {
  readonly under = new GatewayUnderTest()
  readonly overworld = this.under.serveOverworld()
  readonly questions = new Map<string, Question>()
  readonly calls: Call[] = []
  /** What must not happen and did. */
  readonly wrong: string[] = []
  readonly #sessions = keys.map(() => 0)
  /** Identity and arguments → when the last client left without asking for the end of the request. */
  readonly #leftAt = new Map<string, number>()
  readonly #cancelled = new Set<string>()

  constructor() {
    const { approvals } = this.under.gateway
    approvals.attach()
    approvals.onDidOpen((question) => {
      const identity = this.#identityOf(question.caller, Number(question.arguments.time))
      for (const known of this.questions.values())
        if (known.identity === identity && !known.answer) this.wrong.push('The same is asked twice at a time.')
      this.questions.set(question.id, { question, identity })
      this.#cancelled.delete(identity)
    })
    approvals.onDidClose((answer) => {
      const known = this.questions.get(answer.approvalId)
      if (!known) return void this.wrong.push('An unknown question is closed.')
      Object.assign(known, { answer, closedAt: this.under.clock.elapsed() })
      if (answer.outcome === 'withdrawn') this.#expectGone(known)
    })
  }

  #identityOf({ id, sessionId }: Caller, time: number): string {
    return id === 'bridge' ? `${id} ${sessionId} ${time}` : `${id} ${time}`
  }

  /** A request is withdrawn only when its client cancelled, or cannot or did not come back. */
  #expectGone({ identity, question }: Question): void {
    if (this.#cancelled.has(identity) || question.caller.id === 'bridge') return
    const leftAt = this.#leftAt.get(identity) ?? Number.POSITIVE_INFINITY
    if (this.under.clock.elapsed() - leftAt < returnMs)
      this.wrong.push('A request is withdrawn before its client returns.')
  }

  async happens(event: Happening): Promise<void> {
    if (event.does === 'call') return this.#call(event.client, event.time)
    if (event.does === 'wait') return this.under.clock.advance(event.ms)
    if (event.does === 'restart') return this.#restart(event.client)
    if (event.does === 'approve' || event.does === 'deny') {
      const open = this.under.gateway.approvals.open()
      if (open.length > 0)
        this.under.gateway.approvals.decide(open[event.which % open.length]?.id ?? '', event.does, 'ada')
      return
    }
    const waiting = this.calls.filter(({ report, left }) => !report && !left)
    const call = waiting[event.which % Math.max(1, waiting.length)]
    if (call && event.does === 'give-up') {
      call.left = 'silently'
    } else if (call) this.#leave(call, event.does === 'time-out' ? new ClientGone('timed-out') : undefined)
  }

  #restart(client: number): void {
    const sessionId = this.#sessionOf(client)
    for (const call of this.calls)
      if (call.caller.sessionId === sessionId && !call.report && !call.left)
        this.#leave(call, new ClientGone('disconnected'))
    this.#sessions[client] = (this.#sessions[client] ?? 0) + 1
  }

  #leave(call: Call, reason: ClientGone | undefined): void {
    call.left = true
    if (reason) this.#leftAt.set(call.identity, this.under.clock.elapsed())
    else this.#cancelled.add(call.identity)
    call.signal.cancel(reason)
  }

  #sessionOf = (client: number): string => `${client}-${this.#sessions[client]}`

  async #call(client: number, time: number): Promise<void> {
    const sessionId = this.#sessionOf(client)
    const caller: Caller = { type: 'model', id: keys[client] ?? 'bridge', name: 'A program', sessionId }
    const identity = this.#identityOf(caller, time)
    const call: Call = { caller, identity, time, signal: new Cancellation() }
    this.calls.push(call)
    const unclaimed = this.#unclaimed(identity)
    const given = { worldName: 'world', time }
    void this.under.call('world.time.set', given, { caller, signal: call.signal }).then((report) => {
      call.report = report
    })
    await settled()
    if (unclaimed) expect(call.report?.requestId, 'the result waits for its client').toBe(unclaimed)
  }

  /** The request whose yes no client has received yet. */
  #unclaimed(identity: string): string | undefined {
    const last = [...this.questions.values()].findLast((known) => known.identity === identity)
    if (last?.answer?.outcome !== 'approved' || !last.closedAt) return undefined
    if (this.under.clock.elapsed() - last.closedAt >= resultRetention.milliseconds) return undefined
    const { requestId } = last.question
    const isReceived = this.calls.some(
      ({ report, left }) => report?.requestId === requestId && isEnd(report) && left !== true,
    )
    return isReceived ? undefined : requestId
  }

  async expectRight(): Promise<void> {
    expect(this.wrong).toEqual([])
    const runs = this.overworld.requestsFor('world.time.set')
    const approved = [...this.questions.values()].filter(({ answer }) => answer?.outcome === 'approved')
    expect(runs.map(({ requestId }) => requestId).sort()).toEqual(
      approved.map(({ question }) => question.requestId).sort(),
    )
    for (const [id, { question, identity }] of this.questions) {
      for (const { caller, time } of this.calls) {
        const isSame = this.#identityOf(caller, time) === identity
        const isClient =
          caller.id === question.caller.id && (caller.id !== 'bridge' || caller.sessionId === question.caller.sessionId)
        if (isSame) expect(isClient).toBe(true)
        if (!isClient) expect(this.under.gateway.approvalOf(id, caller)).toBeUndefined()
      }
    }
    for (const { report, left, identity } of this.calls) {
      if (!left) expect(report).toBeDefined()
      const asked = [...this.questions.values()].find(({ question }) => question.requestId === report?.requestId)
      if (asked) expect(asked.identity, 'each client gets its own result').toBe(identity)
    }
    await this.under.gateway.stop()
    expect(this.under.clock.waiting).toBe(0)
  }
}

const isEnd = ({ outcome }: CallReport): boolean => outcome.kind !== 'pending'

// verifies: calls-idempotency
it('asks once and runs once, however often the sessions of a client end', () =>
  times(120).forAllAsync(fc.array(happening, { maxLength: 25 }), async (happenings) => {
    const scene = new Scene()
    for (const event of happenings) {
      await scene.happens(event)
      await settled()
    }
    await scene.under.clock.advance(700_000)
    await scene.expectRight()
  }))
