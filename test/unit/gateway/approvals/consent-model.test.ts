/**
 * Consent model: for any sequence of answers and calls, a call runs without approval only within the words of an answer, and
 * never within the words of a denial.
 *
 * `test/fakes/covered-by-words.ts` and the tables below read the words, independently of the schemas of the rules.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { AnswerScope, Decision, OpenApproval } from '@shared/approvals/approval.js'
import { durations } from '@shared/approvals/approval.js'
import { coverageIds } from '@shared/approvals/coverage.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writer } from '../../../fakes/approvals-under-test.js'
import { isWithin, sorted } from '../../../fakes/covered-by-words.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

const ada = writer('ada')
const serverIds = ['one', 'two'] as const

const callers: readonly Caller[] = [
  { type: 'model', id: 'a', name: 'Cursor', sessionId: 's1' },
  { type: 'model', id: 'a', name: 'Cursor', sessionId: 's2' },
  { type: 'model', id: 'a', name: 'Claude', sessionId: 's3' },
  { type: 'model', id: 'b', name: 'Cursor' },
]

const minutes: Readonly<Record<string, number>> = { '5-minutes': 5, '15-minutes': 15, '60-minutes': 60 }

/** Where only the approver and the log see the reason. */
const reasonIsNote: ReadonlySet<string> = new Set(['world.block.set', 'player.economy.balance.adjust'])

const give = manifestOf({
  id: 'ext.shop.give',
  type: 'action',
  provider: { id: 'shop', name: 'Shop' },
  risk: { level: 'high' },
  parameters: {
    type: 'object',
    properties: { count: { type: 'integer' }, reason: { type: 'string' } },
  },
})

const reason = fc.option(fc.constantFrom('A bridge.', 'Because.'), { nil: undefined, freq: 2 })
const player = fc.constantFrom('Steve', 'Alex')
const place = fc.record({
  x: fc.constantFrom(0, 10, 16, 17, 40),
  y: fc.constantFrom(64, 64, 64, 90),
  z: fc.constantFrom(0, 0, -16, -17),
})
const world = fc.constantFrom('world', 'world', 'world_nether')

const calls: fc.Arbitrary<readonly [string, JsonObject]> = fc.oneof(
  fc
    .record({
      location: fc.tuple(world, place).map(([name, at]) => ({ world: name, ...at })),
      type: fc.constantFrom('minecraft:oak_planks', 'minecraft:oak_planks', 'minecraft:lava'),
      states: fc.option(fc.constantFrom({ waterlogged: true }, { facing: 'north' }), { nil: undefined, freq: 1 }),
      reason,
    })
    .map((given) => ['world.block.set', given] as const),
  fc
    .record({ playerName: player, amount: fc.constantFrom(-50, -1, 1, 50, 100, 101), reason })
    .map((given) => ['player.economy.balance.adjust', given] as const),
  fc.record({ playerName: player, reason }).map((given) => ['player.kick', given] as const),
  fc
    .record({
      player,
      item: fc.constantFrom('dirt', 'tnt'),
      count: fc.option(fc.constantFrom(1, 4, 64), { nil: undefined, freq: 4 }),
      position: place,
      silent: fc.option(fc.boolean(), { nil: undefined }),
      reason,
    })
    .map((given) => ['ext.shop.give', given] as const),
)

interface CallStep {
  readonly do: 'call'
  readonly who: number
  readonly server: string
  readonly call: readonly [string, JsonObject]
}

type Step =
  | CallStep
  | { readonly do: 'repeat'; readonly which: number; readonly who: number | undefined; readonly other: CallStep }
  | { readonly do: 'answer'; readonly which: number; readonly decision: Decision; readonly scope: AnswerScope }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'remove'; readonly which: number }

const scope: fc.Arbitrary<AnswerScope> = fc.record({
  duration: fc.constantFrom(...durations),
  what: fc.constantFrom(...coverageIds),
})
const call: fc.Arbitrary<CallStep> = fc.record({
  do: fc.constant('call' as const),
  who: fc.constantFrom(0, 0, 0, 1, 2, 3),
  server: fc.constantFrom('one', 'one', 'one', 'two'),
  call: calls.map(([id, given]) => [id, JSON.parse(JSON.stringify(given)) as JsonObject] as const),
})
/** An earlier call again, by the same or another client, with one parameter of another call. */
const repeat: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('repeat' as const),
  which: fc.nat(23),
  who: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined, freq: 2 }),
  other: call,
})
const answer: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('answer' as const),
  which: fc.nat(3),
  decision: fc.constantFrom<Decision>('approve', 'approve', 'approve', 'approve', 'deny'),
  scope,
})
const wait: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('wait' as const),
  milliseconds: fc.constantFrom(1_000, 61_000, 299_999, 300_000, 900_000, 3_600_000),
})
const remove: fc.Arbitrary<Step> = fc.record({ do: fc.constant('remove' as const), which: fc.nat(4) })
/** Most rules are about repeated calls, and most mistakes would be about nearly equal ones. */
const step = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 3, arbitrary: repeat },
  { weight: 5, arbitrary: answer },
  { weight: 1, arbitrary: wait },
  { weight: 1, arbitrary: remove },
)

/** What a person answered, as they read it. */
interface Said {
  readonly question: OpenApproval
  readonly decision: Decision
  readonly scope: AnswerScope
  /** Milliseconds since 1970. */
  readonly at: number
  /** Rules that came of it. */
  rules: readonly string[]
}

interface Called {
  readonly capabilityId: string
  readonly server: string
  readonly caller: Caller
  readonly given: JsonObject
}

class Story {
  readonly ways = { asked: 0, unasked: 0, denied: 0 }
  readonly #under = new GatewayUnderTest({ maxWaitMs: 7_200_000 })
  readonly #said: Said[] = []
  readonly #approved = new Set<string>()
  readonly #problems: string[] = []
  readonly #calls: CallStep[] = []

  constructor() {
    const capabilities = ['world.block.set', 'player.economy.balance.adjust', 'player.kick'].map(core)
    for (const id of serverIds) {
      const server = this.#under.serve(id, [], { capabilities: [...capabilities, give] })
      for (const { id: capabilityId } of [...capabilities, give]) {
        server.answers(capabilityId, ({ requestId, arguments: given }) => {
          this.#judge(requestId, { capabilityId, server: id, given })
          return { data: {} }
        })
      }
    }
    this.#under.gateway.approvals.attach(ada)
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      await this.#do(one)
      await settled()
      await settled()
      if (this.#problems.length > 0) expect(this.#problems).toEqual([])
    }
    this.#under.gateway.approvals.denyAll('ada')
    await this.#under.gateway.stop()
  }

  async #do(one: Step): Promise<void> {
    const { gateway, clock } = this.#under
    switch (one.do) {
      case 'call':
        return this.#call(one)
      case 'repeat': {
        const earlier = this.#calls[one.which % Math.max(1, this.#calls.length)] ?? one.other
        return this.#call({ ...earlier, who: one.who ?? earlier.who, call: mixed(earlier, one) })
      }
      case 'answer':
        return this.#answer(one)
      case 'wait':
        return clock.advance(one.milliseconds)
      case 'remove': {
        const { rules } = gateway.rules.list()
        const rule = rules[one.which]
        if (!rule) return
        gateway.rules.remove(rule.id, ada)
        for (const said of this.#said) said.rules = said.rules.filter((id) => id !== rule.id)
      }
    }
  }

  #call(step: CallStep): void {
    const [capabilityId, given] = step.call
    this.#calls.push(step)
    void this.#under.call(capabilityId, given, { caller: callers[step.who] as Caller, server: step.server })
  }

  #answer({ which, decision, scope: chosen }: Extract<Step, { do: 'answer' }>): void {
    const { approvals, rules } = this.#under.gateway
    const open = approvals.open()
    const question = open[which % Math.max(1, open.length)]
    if (!question) return
    const before = new Set(rules.list().rules.map(({ id }) => id))
    const isLasting = chosen.duration !== 'once'
    const answered = approvals.decideAsPerson({ id: question.id, decision, person: ada, ...chosen })
    if (!answered.ok) return
    if (decision === 'approve') this.#approved.add(question.requestId)
    else this.ways.denied += 1
    const made = rules.list().rules.filter(({ id }) => !before.has(id))
    expect(made).toHaveLength(isLasting ? 1 : 0)
    const at = this.#under.clock.now().getTime()
    if (isLasting) this.#said.push({ question, decision, scope: chosen, at, rules: made.map(({ id }) => id) })
  }

  /** Runs right before the server acts: checks that a person was asked or that an answer covers the call. */
  #judge(requestId: string, call: Omit<Called, 'caller'>): void {
    const intent = this.#under.audit.events.find(
      ({ metadata }) => metadata?.phase === 'intent' && metadata.requestId === requestId,
    )
    const sessionId = intent?.metadata?.sessionId
    const caller = callers.find(
      ({ id, name, sessionId: own }) => id === intent?.caller.id && name === intent.caller.name && own === sessionId,
    )
    if (!caller) return void this.#problems.push(`${requestId} ran without an intent`)
    const called = { ...call, caller }
    const words = JSON.stringify(called)
    if (this.#said.some((said) => said.decision === 'deny' && this.#covers(said, called))) {
      this.#problems.push(`ran, and a denial covers it: ${words}`)
    }
    if (this.#approved.has(requestId)) {
      this.ways.asked += 1
      this.#approved.delete(requestId)
      return
    }
    this.ways.unasked += 1
    if (!this.#said.some((said) => said.decision === 'approve' && this.#covers(said, called))) {
      this.#problems.push(`ran unasked, and no answer covers it: ${words}`)
    }
  }

  #covers(
    { question, scope: { duration, what }, at, rules }: Said,
    { capabilityId, server, caller, given }: Called,
  ): boolean {
    const { offered, arguments: shown } = question
    const lasts = minutes[duration]
    if (rules.length === 0) return false
    if (question.capabilityId !== capabilityId || question.server.id !== server) return false
    if (question.caller.id !== caller.id || question.caller.name !== caller.name) return false
    if (duration === 'session' && question.caller.sessionId !== caller.sessionId) return false
    if (lasts !== undefined && this.#under.clock.now().getTime() >= at + lasts * 60_000) return false
    if (what === 'any') return true
    if (what === 'exactly') return subjectOf(capabilityId, shown) === subjectOf(capabilityId, given)
    const narrow = offered.deny.coverages.find((coverage) => coverage.id === 'narrow')
    return narrow !== undefined && 'facts' in narrow && isWithin(narrow.facts, given)
  }
}

/** A call with one parameter, or one coordinate, of the other call where both have it. */
function mixed({ call: [id, given] }: CallStep, { which, other }: Extract<Step, { do: 'repeat' }>): CallStep['call'] {
  const [otherId, otherGiven] = other.call
  return [id, otherId === id ? withOneOf(given, otherGiven, which) : given]
}

function withOneOf(given: JsonObject, other: JsonObject, which: number): JsonObject {
  const names = Object.keys(given).filter((name) => other[name] !== undefined)
  const name = names[which % Math.max(1, names.length)]
  if (name === undefined) return given
  const [own, value] = [given[name], other[name]]
  if (typeof own !== 'object' || typeof value !== 'object') return { ...given, [name]: value } as JsonObject
  const inner = withOneOf(own as JsonObject, value as JsonObject, Math.floor(which / names.length))
  return { ...given, [name]: inner }
}

function subjectOf(capabilityId: string, { reason: why, ...given }: JsonObject): string {
  return sorted(reasonIsNote.has(capabilityId) || why === undefined ? given : { ...given, reason: why })
}

it('a call that runs without approval is within the text of an answer, for 1,200 sequences of answers and calls', async () => {
  const ways = { asked: 0, unasked: 0, denied: 0 }
  await times(1_200).forAllAsync(fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }), async (steps) => {
    const story = new Story()
    await story.run(steps)
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) ways[way] += story.ways[way]
  })
  // The property must be exercised to prove anything. About 500 calls run unasked.
  for (const [way, times] of Object.entries(ways)) expect([way, times > 150]).toEqual([way, true])
}, 240_000)
