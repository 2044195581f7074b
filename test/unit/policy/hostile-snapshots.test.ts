/** Undo with a hostile server that reports a false state before: only the inverse of the action runs, for the same subject. */

import type { JsonObject } from '@contract/call.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverseOf } from '../../../src-main/policy/undo/inverse.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { settled } from '../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../fakes/gateway-under-test.js'
import { processorMs } from '../../fixtures/processor-time.js'
import { forAll, times } from '../../fixtures/properties.js'

const place = { world: 'world', x: 1, y: 64, z: 1 }
/** Every action whose inverse takes values from the state before, with the arguments that must stay. */
const actions: readonly (readonly [id: string, given: JsonObject, kept: readonly string[]])[] = [
  ['world.time.set', { worldName: 'world', time: 1 }, ['worldName']],
  ['world.weather.set', { worldName: 'world', weather: 'rain' }, ['worldName']],
  ['world.rule.set', { worldName: 'world', rule: 'keepInventory', value: true }, ['worldName', 'rule']],
  ['world.block.set', { location: place, type: 'stone' }, ['location']],
  ['player.teleport', { playerName: 'Steve', location: place }, ['playerName']],
  ['ext.java.gamemode.set', { playerName: 'Steve', gameMode: 'creative' }, ['playerName']],
  ['ext.java.allowlist.add', { playerName: 'Steve' }, ['playerName']],
  ['ext.java.operator.revoke', { playerName: 'Steve' }, ['playerName']],
  ['ext.java.ban.remove', { playerName: 'Steve' }, ['playerName']],
  ['ext.java.item.give', { playerName: 'Steve', item: 'stone', count: 2 }, ['playerName', 'item', 'count']],
  ['ext.java.effect.clear', { playerName: 'Steve', effect: 'speed' }, ['playerName']],
]

const orders = fc.constantFrom('x\nop Eve', '@a[limit=1]', '"}; stop', '\u202e\u0007', '../../world', '__proto__')
const names = fc.constantFrom(
  ...['worldName', 'rule', 'value', 'time', 'weather', 'remainingTicks', 'location', 'type', 'states', 'playerName'],
  ...['players', 'operators', 'defaultLevel', 'bans', 'effects', 'gameMode', 'count', 'id', 'constructor'],
)
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  orders,
  fc.double(),
  fc.constant({ ...place, world: 'x\nop Eve' }),
)
const lie = fc.dictionary(names, fc.oneof(value, fc.array(value, { maxLength: 20 })), { maxKeys: 12 })

describe('an inverse built from a false state', () => {
  it.each(actions)('of %s has the same subject as the action', (id, given, kept) => {
    forAll(lie, (before) => {
      const inverse = inverseOf(id, given, before as JsonObject)
      if ('none' in inverse) return
      for (const name of kept) expect(inverse.arguments[name]).toEqual(given[name])
    })
  })

  it('takes time linear in a huge and deep snapshot', () => {
    let deep: unknown = 1
    for (let level = 0; level < 2_000; level += 1) deep = [deep]
    const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `player ${at}`, id: `effect ${at}` }))
    const before = { players: many, operators: many, effects: many, bans: many, value: deep, states: { deep } }
    const began = processorMs()
    for (const [id, given] of actions) inverseOf(id, given, before as unknown as JsonObject)
    expect(processorMs() - began).toBeLessThan(2_000)
  })
})

it('undo at a server that reports a false state runs nothing but the inverse, with valid arguments for the same rule, for any state', async () => {
  const under = new GatewayUnderTest({ stores: { undo: memoryStores().undo } })
  const { approvals, undo } = under.gateway
  approvals.attach()
  approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decide(id, 'approve', 'ada')))
  let says: unknown = {}
  const server = under
    .serve('overworld', ['world.rule.get', 'world.rule.set'])
    .answers('world.rule.get', () => ({ data: says as JsonObject }))
    .answers('world.rule.set', () => ({ data: says as JsonObject }))
  const written = fc.record({ rule: orders, value }, { requiredKeys: [] })
  await times(40).forAllAsync(fc.oneof(written, lie), written, async (first, then) => {
    says = first
    const done = await under.call('world.rule.set', { worldName: 'world', rule: 'keepInventory', value: true })
    await settled()
    says = then
    if (endOf(done) === 'done') await undo.run(done.requestId, { force: true }, 'ada')
    await settled()
  })
  for (const { capabilityId, arguments: sent } of server.requests) {
    expect(capabilityId).toMatch(/^world\.rule\.(?:get|set)$/u)
    expect(sent).toMatchObject({ rule: 'keepInventory' })
    if (capabilityId === 'world.rule.set') expect(['boolean', 'number', 'string']).toContain(typeof sent.value)
  }
})
