import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultClientWaitMs, resultRetention } from '../../../../src-main/gateway/approvals/pending-calls.js'
import type { CallReport } from '../../../../src-main/gateway/ports/calls.js'
import type { ApprovalResolution } from '../../../../src-main/gateway/ports/open-approvals.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

const sessions: readonly Caller[] = ['s-1', 's-2'].map((sessionId) => ({
  type: 'model',
  id: 'mcp:test',
  name: 'A test',
  sessionId,
}))
const which = fc.nat(3)
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      who: fc.constantFrom(0, 0, 1),
      time: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('cancel' as const), which }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(46_000, 300_000) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('approve' as const, 'deny' as const), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fetch' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('change' as const, 'restore' as const, 'stop' as const) }),
  },
)
const story = fc.array(fc.record({ event: happening, atOnce: fc.boolean() }), { maxLength: 20 })
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

interface Ask {
  readonly at: number
  readonly who: number
  readonly client: AbortController
  readonly answers: CallReport[]
  /** Of the question it waits for. */
  approvalId?: string
}

/** The gateway with its recorded calls and actions. */
class Scene {
  readonly under = new GatewayUnderTest()
  readonly overworld = this.under.serveOverworld()
  readonly changed = new FakeServer({
    id: 'overworld',
    capabilities: [core('world.time.get'), { ...core('world.time.set'), version: '2.0.0' }],
  })
  readonly asks: Ask[] = []
  /** What must not happen and did. */
  readonly wrong: string[] = []
  readonly questions = new Map<
    string,
    { readonly question: OpenApproval; answer?: ApprovalResolution; answeredAt?: number }
  >()

  constructor() {
    const { clock, gateway } = this.under
    const busy = () =>
      new Promise<{ data: object }>((resolve) => void clock.after(3_000, () => resolve({ data: { time: 1 } })))
    this.overworld.answers('world.time.set', busy as never)
    this.changed.answers('world.time.set', busy as never).answers('world.time.get', () => ({ data: { ...noon } }))
    gateway.approvals.attach()
    gateway.approvals.onDidOpen((question) => {
      const going = gateway.calls.list().filter(({ stage }) => stage !== 'checking')
      for (const { question: one } of this.questions.values()) {
        const isRunning = going.some(({ requestId }) => requestId === one.requestId)
        if (isRunning && sameQuestion(one, question)) this.wrong.push('The same is asked before it came to its end.')
      }
      this.questions.set(question.id, { question })
    })
    gateway.approvals.onDidClose((answer) => {
      const known = this.questions.get(answer.approvalId)
      if (known?.answer) this.wrong.push('A question is answered twice.')
      if (known) Object.assign(known, { answer, answeredAt: clock.elapsed() })
      if (answer.outcome === 'withdrawn' && this.#somebodyCares(answer.approvalId)) {
        this.wrong.push('A question is withdrawn that somebody waits for, or was asked to come back for.')
      }
    })
  }

  /** A session that calls again answers its earlier call with pending; then only its newest call waits. */
  #somebodyCares(id: string): boolean {
    const asks = this.asks.filter(({ approvalId }) => approvalId === id)
    return asks.some(({ who, client, answers }, at) => {
      const isNewest = asks.findLastIndex((ask) => ask.who === who) === at
      return (isNewest && !client.signal.aborted) || this.wasPromised(answers)
    })
  }

  /** Cancelled calls also end as pending, but earlier, and nobody reads that result. */
  wasPromised(answers: readonly CallReport[]): boolean {
    return answers.some(
      ({ outcome, milliseconds }) => outcome.kind === 'pending' && milliseconds >= defaultClientWaitMs - 2_000,
    )
  }

  async happens(event: Happening): Promise<void> {
    const { under, asks } = this
    const ids = [...this.questions.keys()]
    switch (event.does) {
      case 'ask':
        return this.#ask(event.who, event.time)
      case 'cancel':
        return asks[event.which]?.client.abort()
      case 'wait':
        return under.clock.advance(event.ms)
      case 'approve':
      case 'deny':
        under.gateway.approvals.decide(ids[event.which % Math.max(1, ids.length)] ?? '', event.does, 'ada')
        return
      case 'fetch':
        for (const caller of sessions) under.gateway.approvalOf(ids[event.which] ?? '', caller)
        return
      case 'change':
        return under.provider.host.present(this.changed)
      case 'restore':
        return under.provider.host.present(this.overworld)
      case 'stop':
        return under.gateway.stop()
    }
  }

  #ask(who: number, time: number): void {
    const ask: Ask = { at: this.under.clock.elapsed(), who, client: new AbortController(), answers: [] }
    this.asks.push(ask)
    const given = { worldName: 'world', time }
    const onWaiting = ({ id }: OpenApproval) => {
      ask.approvalId = id
    }
    void this.under
      .call('world.time.set', given, { caller: sessions[who] as Caller, signal: ask.client.signal, onWaiting })
      .then((report) => ask.answers.push(report))
  }

  /** Nobody waits longer than agreed. */
  expectNobodyWaitsTooLong() {
    const now = this.under.clock.elapsed()
    for (const { at, answers } of this.asks) if (now - at > defaultClientWaitMs) expect(answers).toHaveLength(1)
  }

  expectRight() {
    expect(this.wrong).toEqual([])
    const { under, questions } = this
    const executed = [this.overworld, this.changed].flatMap((server) => server.requestsFor('world.time.set'))
    expect(new Set(executed.map(({ requestId }) => requestId)).size, 'one call runs once').toBe(executed.length)
    for (const request of executed) {
      const asked = [...questions.values()].find(({ question }) => question.requestId === request.requestId)
      expect(asked?.answer?.outcome, 'nothing runs without a yes').toBe('approved')
      expect(request.arguments).toEqual(asked?.question.arguments)
    }
    const rows = (requestId: string, phase?: string) =>
      under.audit.events.filter(({ metadata }) => metadata?.requestId === requestId && metadata.phase === phase)
    for (const [id, { question, answer, answeredAt = 0 }] of questions) {
      const ran = executed.some(({ requestId }) => requestId === question.requestId)
      expect(answer).toBeDefined()
      expect(rows(question.requestId, 'intent')).toHaveLength(ran ? 1 : 0)
      expect(rows(question.requestId, 'outcome')).toHaveLength(1)
      expect(rows(question.requestId)).toHaveLength(1)
      const [own, other] = sessions
        .map((caller) => ({ caller, status: under.gateway.approvalOf(id, caller) }))
        .sort((a) => (a.caller.sessionId === question.caller.sessionId ? -1 : 1))
      expect(other?.status).toBeUndefined()
      if (under.clock.elapsed() - answeredAt >= resultRetention.milliseconds) continue
      if (own?.status?.state !== 'ended') throw new Error('The end is not kept.')
      expect(own.status.report.outcome.kind === 'done').toBe(ran)
    }
    for (const { answers, who } of this.asks) {
      expect(answers, 'each who waits is answered once').toHaveLength(1)
      const [{ requestId, outcome } = {} as CallReport] = answers
      const asked = [...questions.values()].find(({ question }) => question.requestId === requestId)
      if (asked) expect(asked.question.caller).toEqual(sessions[who])
      if (outcome.kind === 'done') expect(executed.map((request) => request.requestId)).toContain(requestId)
    }
    expect(under.gateway.calls.list()).toEqual([])
    expect(under.clock.waiting).toBe(0)
  }
}

const sameQuestion = (one: OpenApproval, other: OpenApproval): boolean =>
  JSON.stringify([one.capabilityVersion, one.caller, one.arguments]) ===
  JSON.stringify([other.capabilityVersion, other.caller, other.arguments])

it('calls that wait for a person run once each, never without an approval, and respond to each waiting caller once', () =>
  times(120).forAllAsync(story, async (happenings) => {
    const scene = new Scene()
    for (const { event, atOnce } of happenings) {
      await scene.happens(event)
      if (!atOnce) await settled()
      scene.expectNobodyWaitsTooLong()
    }
    await scene.under.clock.advance(400_000)
    scene.expectRight()
  }))
