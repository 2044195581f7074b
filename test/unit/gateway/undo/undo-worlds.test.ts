import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { asGatewayError, fromProviderError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverseOf } from '../../../../src-main/policy/undo/inverse.js'
import { settled } from '../../../fakes/fake-clock.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { SimulatedWorld } from '../../../fakes/simulated-world.js'

const worldName = 'world'
const player = fc.constantFrom('Steve', 'Alex')
const place = fc.record({
  world: fc.constant(worldName),
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: 0, max: 120 }),
  z: fc.integer({ min: -500, max: 500 }),
})
const types = fc.constantFrom('stone', 'minecraft:oak_planks', 'air', 'minecraft:grass_block')
const states = fc.dictionary(
  fc.constantFrom('facing', 'lit', 'level'),
  fc.oneof(fc.boolean(), fc.nat(7), fc.constant('n')),
)

/** For every core action that has an inverse: arguments that the demo world understands. */
const deeds: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  'world.time.set': fc.record({ worldName: fc.constant(worldName), time: fc.integer({ min: 0, max: 24_000 }) }),
  'world.weather.set': fc.record(
    {
      worldName: fc.constant(worldName),
      weather: fc.constantFrom('clear', 'rain', 'thunder'),
      durationSeconds: fc.integer({ min: 1, max: 5_000 }),
    },
    { requiredKeys: ['worldName', 'weather'] },
  ),
  'world.rule.set': fc.oneof(
    fc.record({
      worldName: fc.constant(worldName),
      rule: fc.constantFrom('keepInventory', 'mobGriefing', 'doDaylightCycle', 'doWeatherCycle'),
      value: fc.boolean(),
    }),
    fc.record({ worldName: fc.constant(worldName), rule: fc.constant('randomTickSpeed'), value: fc.nat(50) }),
  ),
  'world.block.set': fc.record({ location: place, type: types, states }, { requiredKeys: ['location', 'type'] }),
  'player.teleport': fc.record({ playerName: player, location: place }),
  'player.economy.balance.adjust': fc.record({
    playerName: player,
    amount: fc
      .integer({ min: -5_000, max: 5_000 })
      .filter((part) => part !== 0)
      .map((part) => part / 100),
  }),
}

const deed = fc.oneof(
  ...Object.entries(deeds).map(([capabilityId, given]) => given.map((one) => ({ capabilityId, given: one }))),
)

/** The demo world behind the real gateway, with a person who approves everything. */
class Demo {
  readonly simulated = new SimulatedWorld()
  readonly under = new GatewayUnderTest()

  constructor() {
    const { approvals } = this.under.gateway
    approvals.attach()
    approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decide(id, 'approve', 'ada')))
    const world = this.under.serve('demo', [...coreCatalogue.keys()])
    for (const id of coreCatalogue.keys()) {
      world.answers(id, async ({ arguments: parameters }) => {
        const { data, error } = await this.simulated.offer.respond({ capabilityId: id, parameters: { ...parameters } })
        if (error) throw asGatewayError(fromProviderError(error))
        return { data: data ?? {} }
      })
    }
  }

  async do(capabilityId: string, given: JsonObject): Promise<boolean> {
    // Avoids the rate limit: for the gateway each action is a minute after the previous one, for the world it is at once.
    await this.under.clock.advance(60_000)
    const done = endOf(await this.under.call(capabilityId, given)) === 'done'
    await settled()
    return done
  }

  /** The state of the world; the remaining seconds of the weather are rounded. */
  look() {
    const { weather, ...rest } = this.simulated.world.snapshot()
    return { ...rest, sky: weather.weather, seconds: Math.ceil(weather.remainingTicks / 20) }
  }
}

const runs = { numRuns: 20 }

// verifies: promise 6
describe('any action in any world, and then its undo', () => {
  it('every core action that has an inverse is tried', () => {
    const undoable = [...coreCatalogue.values()].filter(({ id, type }) => {
      // Only Java servers can lift a ban; `providers/java/java-undo.test.ts` tries it.
      if (id === 'player.ban') return false
      const reported = inverseOf(id, {}, undefined)
      return type === 'action' && 'none' in reported && reported.none === 'unread'
    })
    expect(undoable.map(({ id }) => id).sort()).toEqual(Object.keys(deeds).sort())
  })

  // verifies: undo, capability-kinds action 2
  it('leaves the world as it was before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 4 }), deed, async (earlier, { capabilityId, given }) => {
        const demo = new Demo()
        for (const one of earlier) await demo.do(one.capabilityId, one.given)
        const before = demo.look()
        if (!(await demo.do(capabilityId, given))) return
        const [entry] = demo.under.gateway.undo.list().entries
        expect(await demo.under.gateway.undo.run(entry?.requestId ?? '', {}, 'ada')).toMatchObject({ kind: 'undone' })
        expect(demo.look()).toEqual(before)
      }),
      runs,
    )
  })

  it('in reverse order restores the world before all actions, and undoing the undos the world after them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 5 }), async (all) => {
        const demo = new Demo()
        const { undo } = demo.under.gateway
        const before = demo.look()
        for (const one of all) await demo.do(one.capabilityId, one.given)
        const after = demo.look()
        expect(await undo.runLast({ client: caller.id, count: 9 }, 'ada')).not.toHaveProperty('failed')
        expect(demo.look()).toEqual(before)
        await settled()
        expect(await undo.runLast({ client: 'ada', count: 9 }, 'grace')).not.toHaveProperty('failed')
        expect(demo.look()).toEqual(after)
      }),
      runs,
    )
  })
})
