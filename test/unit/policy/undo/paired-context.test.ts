import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentsFor, hasSameContext, pairedContextOf } from '../../../../src-main/policy/undo/paired-context.js'
import { differencesOf } from '../../../../src-main/policy/undo/world-drift.js'
import { manifestOf } from '../../../../src-main/providers/java/manifests/index.js'
import { forAll } from '../../../fixtures/properties.js'

const pairs = [...coreCatalogue.keys()].flatMap((id) => {
  const pair = pairedContextOf(id)
  return pair ? [{ id, pair }] : []
})

describe('a paired context', () => {
  it('shows the state before a change', () => {
    expect(pairs.map(({ id, pair }) => [id, pair.capabilityId])).toEqual([
      ['world.time.set', 'world.time.get'],
      ['world.weather.set', 'world.weather.get'],
      ['world.rule.set', 'world.rule.get'],
      ['world.block.set', 'world.block.get'],
      ['player.teleport', 'player.info.get'],
      ['player.ban', 'ext.java.ban.list'],
      ['player.economy.balance.adjust', 'player.economy.balance.get'],
    ])
  })

  it.each(pairs)('of $id is a read that takes the arguments it is given', ({ id, pair }) => {
    const read = manifestOf(pair.capabilityId)
    expect(read?.type).toBe('context')
    for (const name of pair.arguments) {
      expect(read?.parameters?.properties).toHaveProperty(name)
      expect(coreCatalogue.get(id)?.parameters?.properties).toHaveProperty(name)
    }
    for (const required of (read?.parameters?.required ?? []) as string[]) expect(pair.arguments).toContain(required)
  })

  it.each(pairs)('of $id names members of its result, and all that an undo compares', ({ id, pair }) => {
    if (!pair.members) return
    const read = coreCatalogue.get(pair.capabilityId)
    for (const name of pair.members) expect(read?.returns?.properties).toHaveProperty(name)
    const everything = Object.fromEntries(Object.keys(read?.returns?.properties ?? {}).map((name) => [name, -1]))
    const compared = differencesOf(id, everything, {}, 0).map(({ path }) => path)
    expect(pair.members).toEqual(expect.arrayContaining(compared))
  })

  it('is the same for two actions that change the same thing', () => {
    const time = { capabilityId: 'world.time.set', given: { worldName: 'world', time: 1 } }
    const player = { capabilityId: 'player.teleport', given: { playerName: 'Steve' } }
    expect(hasSameContext(time, { ...time, given: { worldName: 'world', time: 2 } })).toBe(true)
    expect(hasSameContext(time, { ...time, given: { worldName: 'world_nether', time: 1 } })).toBe(false)
    expect(hasSameContext(time, { ...time, capabilityId: 'world.weather.set' })).toBe(false)
    expect(hasSameContext(player, { ...player, capabilityId: 'ext.java.gamemode.set' })).toBe(false)
    expect(hasSameContext({ ...time, capabilityId: 'ext.a.b' }, { ...time, capabilityId: 'ext.a.b' })).toBe(false)
  })

  it('exists for every core capability that must not run without a snapshot', () => {
    for (const { id, risk } of coreCatalogue.values()) {
      if (risk?.snapshotRequired) expect(pairedContextOf(id), id).toBeDefined()
    }
  })

  it('does not exist for an unknown capability', () => {
    for (const id of ['ext.a.b', 'constructor', '__proto__', 'toString']) expect(pairedContextOf(id)).toBeUndefined()
  })

  it('is given the named arguments and no other', () =>
    forAll(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (given, worldName) => {
      const pair = { capabilityId: 'world.time.get', arguments: ['worldName'] }
      expect(argumentsFor(pair, { ...given, worldName })).toEqual({ worldName })
    }))

  it('is not given an argument that is not there', () => {
    expect(argumentsFor({ capabilityId: 'world.time.get', arguments: ['worldName'] }, {})).toEqual({})
  })
})
