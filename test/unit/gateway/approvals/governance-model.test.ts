/**
 * Governance model: for any sequence of calls, roles, permissions, rules, risk, taint, quorum and panic, nothing runs without
 * its intent, nor without all required approvers, or one rule where exactly one is required.
 */

import { type AnswerScope, durations } from '@shared/approvals/approval.js'
import { postures } from '@shared/approvals/built-in-rule.js'
import { coverageIds } from '@shared/approvals/coverage.js'
import { effects, heldRoles } from '@shared/clients/client.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callers, levels, people, serverIds } from '../../../fakes/governed-calls.js'
import { GovernedWorld } from '../../../fakes/governed-world.js'
import { times } from '../../../fixtures/properties.js'

type Command = fc.AsyncCommand<object, GovernedWorld>

/** Every command is followed by a look at all that has run until then. */
const command = (name: string, run: (world: GovernedWorld) => void | Promise<void>): Command => ({
  check: () => true,
  run: async (_model, world) => {
    await run(world)
    await world.look()
  },
  toString: () => name,
})

const level = fc.constantFrom(...levels)
const server = fc.constantFrom(...serverIds)
const effect = fc.constantFrom(...effects)

const call = fc
  .record({
    who: fc.nat(callers.length - 1),
    level,
    server,
    everybody: fc.boolean(),
  })
  .map((asked) => command(`call ${JSON.stringify(asked)}`, (world) => world.call(asked)))

const read = fc
  .record({ who: fc.nat(callers.length - 1), server })
  .map((asked) => command(`read ${JSON.stringify(asked)}`, (world) => world.read(asked)))

const answer = fc
  .record({
    which: fc.nat(4),
    person: fc.nat(people.length - 1),
    decision: fc.constantFrom('approve', 'approve', 'approve', 'approve', 'deny' as const),
    scope: fc.oneof(
      fc.constant<AnswerScope>({ duration: 'once', what: 'exactly' }),
      fc.record<AnswerScope>({ duration: fc.constantFrom(...durations), what: fc.constantFrom(...coverageIds) }),
    ),
  })
  .map(({ scope, ...given }) =>
    command(`answer ${JSON.stringify({ ...given, ...scope })}`, (world) => world.answer({ ...given, ...scope })),
  )

/** Everybody who can agree does so, one after the other, once. */
const agree = fc.nat(4).map((which) =>
  command(`all agree ${which}`, (world) => {
    for (const person of [0, 1, 2]) {
      world.answer({ which, person, decision: 'approve', duration: 'once', what: 'exactly' })
    }
  }),
)

const answerMany = fc
  .record({ person: fc.nat(people.length - 1), isLasting: fc.boolean() })
  .map((given) => command(`answer all ${JSON.stringify(given)}`, (world) => world.answerAll(given)))

const makeRule = fc
  .record({
    effect: fc.constantFrom('ask', 'deny' as const),
    capability: fc.oneof(level, fc.constantFrom('*', '**')),
    who: fc.option(fc.nat(callers.length - 1), { nil: undefined }),
    server: fc.option(server, { nil: undefined }),
  })
  .map((rule) => command(`rule ${JSON.stringify(rule)}`, (world) => world.makeRule(rule)))

const limitRule = fc
  .record({ which: fc.nat(5), more: fc.nat(2) })
  .map((given) => command(`limit rule ${JSON.stringify(given)}`, (world) => world.limitRule(given)))

const removeRule = fc.nat(5).map((which) => command(`remove rule ${which}`, (world) => world.removeRule(which)))

const rights = fc
  .record({
    who: fc.nat(callers.length - 1),
    role: fc.constantFrom(...heldRoles, 'admin', 'super_admin' as const),
    entries: fc.array(fc.record({ level, effect, server: fc.option(server, { nil: undefined }) }), { maxLength: 2 }),
  })
  .map((given) => command(`rights ${JSON.stringify(given)}`, (world) => world.setRights(given)))

const quorum = fc
  .record({
    critical: fc.constantFrom(1, 2, 2, 3),
    of: fc.option(fc.record({ level, people: fc.integer({ min: 0, max: 3 }) }), { nil: undefined }),
  })
  .map((given) => command(`quorum ${JSON.stringify(given)}`, (world) => world.setQuorum(given)))

const posture = fc
  .constantFrom(...postures)
  .map((chosen) => command(`posture ${chosen}`, (world) => world.setPosture(chosen)))

const wait = fc
  .constantFrom(1, 60_000, 299_999, 300_000, 3_600_000)
  .map((milliseconds) => command(`wait ${milliseconds}`, (world) => world.clock.advance(milliseconds)))

const panic = fc.boolean().map((on) => command(`panic ${on}`, (world) => world.setPanic(on)))

const common = [call, call, call, answer, answer, answer]
const changes = [makeRule, limitRule, removeRule, rights, quorum, posture]
const story = [...common, ...common, ...common, read, agree, answerMany, ...changes, wait]

describe('governance as a whole, for any sequence of events', () => {
  // verifies: capability-kinds action 3, calls-risk critical, invariant 1, promise 5
  it('runs nothing without its intent, its permission, and every required approver, or a rule instead of one', async () => {
    const ways = { unasked: 0, rule: 0, people: 0, several: 0, denied: 0 }
    await times(1_200).forAllAsync(
      fc.commands([...story, panic], { maxCommands: 40, size: 'max' }),
      async (commands) => {
        const world = new GovernedWorld()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        for (const way of Object.keys(ways) as (keyof typeof ways)[]) ways[way] += world.ways[way]
      },
    )
    // The property must be exercised to prove anything.
    for (const [way, times] of Object.entries(ways)) expect([way, times > 10]).toEqual([way, true])
  }, 180_000)
})
