import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demandsOfRisk } from '../../../../src-main/policy/risk/risk.js'
import { inverseOf, previousIn } from '../../../../src-main/policy/undo/inverse.js'
import { pairedContextOf } from '../../../../src-main/policy/undo/paired-context.js'
import { planUndo, type UndoableAction, undoabilityOf } from '../../../../src-main/policy/undo/undoability.js'
import { differencesOf } from '../../../../src-main/policy/undo/world-drift.js'
import { javaManifestIds, manifestOf } from '../../../../src-main/providers/java/manifests/index.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { forAll, times } from '../../../fixtures/properties.js'

const actions = [...coreCatalogue.values()].filter(({ type }) => type === 'action')
const anything = fc.dictionary(
  fc.constantFrom('time', 'weather', 'remainingTicks', 'value', 'type', 'states', 'location', 'banned', 'muted'),
  fc.jsonValue(),
)
const location = { world: 'world', x: 1, y: 64, z: 2 }

describe('the inverse of an action', () => {
  it.each(actions)('$id is in the table: it has an inverse, or a reason why nothing undoes it', (manifest) => {
    const reported = inverseOf(manifest.id, {}, undefined)
    expect(reported).toEqual({ none: expect.stringMatching(/^(?:lasting|not-offered|unread)$/u) })
    const hasInverse = 'none' in reported && reported.none === 'unread'
    expect(pairedContextOf(manifest.id) !== undefined).toBe(hasInverse)
    // The catalogue promises no undo of a ban, because not every server can lift one.
    expect(manifest.risk?.rollbackSupported, 'a promise that is kept').toBe(hasInverse && manifest.id !== 'player.ban')
  })

  it.each(actions.filter(({ risk }) => risk?.rollbackSupported && !risk.snapshotRequired))(
    '$id, which runs without a snapshot, is also found in its result',
    ({ id, examples: [example] = [] }) => {
      const previous = previousIn(id, example?.response ?? {})
      expect(inverseOf(id, example?.parameters ?? {}, previous)).toMatchObject({ capabilityId: id })
    },
  )

  it('is not found in a result that says nothing of it', () => {
    expect(previousIn('player.teleport', { newLocation: location })).toBeUndefined()
    expect(previousIn('player.kick', { previousLocation: location })).toBeUndefined()
    expect(previousIn('toString', {})).toBeUndefined()
  })

  it('does not exist for an action of an external provider', () =>
    expect(inverseOf('ext.shop.close', {}, {})).toEqual({ none: 'foreign' }))

  it('is missing where the state before does not contain enough', () =>
    forAll(fc.constantFrom(...actions.map(({ id }) => id)), anything, anything, (id, given, before) => {
      const reported = inverseOf(id, given, before)
      if ('none' in reported) return
      expect(manifestOf(reported.capabilityId).type).toBe('action')
      expect(Object.keys(reported.arguments).length).toBeGreaterThan(0)
    }))

  it('removes what was added, and keeps what was added meanwhile', () =>
    expect(inverseOf('player.economy.balance.adjust', { playerName: 'Steve', amount: 50 }, { balance: 1 })).toEqual({
      capabilityId: 'player.economy.balance.adjust',
      arguments: { playerName: 'Steve', amount: -50 },
    }))

  it('unbans who was banned, but not who was banned before', () => {
    const given = { playerName: 'Alex', reason: 'Griefing' }
    const unban = { capabilityId: 'ext.java.ban.remove', arguments: { playerName: 'Alex' } }
    expect(inverseOf('player.ban', given, { bans: [{ playerName: 'Steve' }] })).toEqual(unban)
    expect(inverseOf('player.ban', given, { bans: [{ playerName: 'alex' }] })).toEqual({ none: 'unread' })
    expect(inverseOf('player.ban', given, previousIn('player.ban', { success: true }))).toEqual(unban)
    expect(inverseOf('player.ban', given, previousIn('player.ban', { success: false }))).toEqual({ none: 'unread' })
  })

  it('gives back what was taken, where items of that kind are all the same', () => {
    const taken = previousIn('ext.java.item.take', { taken: 3 })
    const given = { playerName: 'Steve', item: 'minecraft:dirt', count: 5 }
    expect(inverseOf('ext.java.item.take', given, taken)).toEqual({
      capabilityId: 'ext.java.item.give',
      arguments: { playerName: 'Steve', item: 'minecraft:dirt', count: 3 },
    })
    expect(inverseOf('ext.java.item.take', { ...given, item: 'diamond_sword' }, taken)).toEqual({ none: 'lasting' })
  })

  it('reports that the contents of a chest are not restored', () => {
    const given = { location, type: 'air' }
    expect(inverseOf('world.block.set', given, { type: 'minecraft:chest' })).toMatchObject({ loses: 'contents' })
    expect(inverseOf('world.block.set', given, { type: 'minecraft:stone' })).not.toHaveProperty('loses')
  })
})

describe('the inverse of an action of a Java server', () => {
  const validator = new CapabilityValidator()
  const javaActions = javaManifestIds.map(manifestOf).filter(({ type }) => type === 'action')
  const name = fc.constantFrom('Steve', 'steve', 'Alex')
  const entry = fc.record(
    {
      playerName: name,
      level: fc.integer({ min: 0, max: 4 }),
      effect: fc.constantFrom('minecraft:speed', 'speed'),
      seconds: fc.integer({ min: 1, max: 1_000_000 }),
      amplifier: fc.integer({ min: 0, max: 255 }),
      reason: fc.string({ maxLength: 256 }),
      expires: fc.string({ maxLength: 64 }),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const before = fc.dictionary(
    fc.constantFrom(
      ...['operators', 'defaultLevel', 'wasOperator', 'bans', 'effects', 'count', 'enabled', 'location', 'entityId'],
      ...['players', 'width', 'difficulty', 'gameMode'],
    ),
    fc.oneof(fc.array(entry, { maxLength: 3 }), fc.constant(location), fc.boolean(), fc.nat(100), fc.jsonValue()),
  )
  const given = fc.record({
    playerName: name,
    item: fc.constantFrom('minecraft:dirt', 'diamond_sword'),
    effect: fc.constantFrom('minecraft:speed', 'speed'),
    location: fc.constant(location),
    count: fc.integer({ min: 1, max: 6_400 }),
  })

  it.each(javaActions)(
    '$id has an inverse exactly where its manifest promises one, or snapshots do',
    ({ id, risk }) => {
      const reported = inverseOf(id, { item: 'minecraft:dirt' }, undefined)
      const hasInverse = 'none' in reported && reported.none === 'unread'
      expect(hasInverse || ['ext.java.blocks.fill', 'ext.java.build'].includes(id)).toBe(
        risk?.rollbackSupported ?? false,
      )
    },
  )

  it('is a call of those lists and numbers alone, whatever else the state says', () =>
    times(2_000).forAll(fc.constantFrom(...javaActions.map(({ id }) => id)), given, before, (id, args, state) => {
      const reported = inverseOf(id, args, state)
      if ('none' in reported) return
      const allowed = Object.keys(manifestOf(reported.capabilityId).parameters?.properties ?? {})
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(reported.arguments)))
    }))

  it('is a call that the server accepts, for what the server itself read', () => {
    const effects = [{ effect: 'minecraft:speed', seconds: 30, amplifier: 1 }]
    for (const [id, args, state] of [
      ['ext.java.effect.give', { playerName: 'Steve', effect: 'speed' }, { effects }],
      ['ext.java.effect.clear', { playerName: 'Steve' }, { effects }],
      ['ext.java.item.give', { playerName: 'Steve', item: 'dirt' }, { count: 3 }],
      ['ext.java.ban.remove', { playerName: 'steve' }, { bans: [{ playerName: 'Steve' }] }],
      ['ext.java.entity.summon', { type: 'pig', location }, { entityId: '00000000-0000-4000-9000-000000000001' }],
    ] as const) {
      const reported = inverseOf(id, args, state)
      if ('none' in reported) throw new Error(`${id}: ${reported.none}`)
      expect([id, validator.checkArguments(manifestOf(reported.capabilityId), reported.arguments)]).toMatchObject([
        id,
        { ok: true },
      ])
    }
  })
})

// verifies: manifest-risk rollbackSupported
describe('the undo hint for a person', () => {
  const setTime = (change: Partial<UndoableAction> = {}): UndoableAction => ({
    capabilityId: 'world.time.set',
    given: { worldName: 'world', time: 1 },
    before: { time: 2 },
    risk: { level: 'high' },
    demands: demandsOfRisk({ level: 'high' }),
    isCore: true,
    ...change,
  })
  const reported = (change: Partial<UndoableAction> = {}, snapshots = false, offered = true) =>
    undoabilityOf(planUndo(setTime(change), { snapshots, offers: () => offered }))
  const ext = { capabilityId: 'ext.shop.close', isCore: false }

  it.each([
    ['a server that takes snapshots is asked for one', {}, true, { possible: true, how: 'snapshot' }],
    ['else the opposite is done', {}, false, { possible: true, how: 'inverse' }],
    ['in the reply where the state could not be read', { before: undefined }, false, { possible: true, how: 'reply' }],
    ['not of what is harmless', { demands: { snapshot: 'none' } }, true, { possible: false, why: 'not-taken' }],
    ['not with a secret in it', { given: { a: [{ apiKey: 'x' }] } }, true, { possible: false, why: 'secret' }],
    ['not with a secret before', { before: { password: 'x' } }, true, { possible: false, why: 'secret' }],
    ['not for an external provider without snapshots', ext, false, { possible: false, why: 'foreign' }],
    ['not for an external provider that does not declare it', ext, true, { possible: false, why: 'foreign' }],
    [
      'but for one that declares it',
      { ...ext, risk: { level: 'high', rollbackSupported: true } },
      true,
      { possible: true, how: 'snapshot' },
    ],
    [
      'also for a build with as many parts as may be asked',
      {
        capabilityId: 'ext.java.build',
        given: { text: 'x'.repeat(131_000) },
        before: undefined,
        isCore: false,
        risk: { level: 'high', rollbackSupported: true },
      },
      true,
      { possible: true, how: 'snapshot' },
    ],
    [
      'not for a state that is too large',
      { given: { text: 'x'.repeat(65_536) } },
      true,
      { possible: false, why: 'too-large' },
    ],
  ] as const)('%s', (_what, change, snapshots, expected) =>
    expect(reported(change as Partial<UndoableAction>, snapshots)).toEqual(expected),
  )

  it('not where the server has no such action', () =>
    expect(reported({}, false, false)).toEqual({ possible: false, why: 'not-offered' }))

  it('of a ban is Unban where the server offers it, also before its list of bans could be read', () => {
    const ban = { capabilityId: 'player.ban', given: { playerName: 'Alex' }, before: undefined }
    expect(reported(ban)).toEqual({ possible: true, how: 'reply' })
    expect(reported({ ...ban, before: { bans: [] } })).toEqual({ possible: true, how: 'inverse' })
    expect(reported(ban, false, false)).toEqual({ possible: false, why: 'not-offered' })
  })

  it('of what is final at low risk says that it is final', () =>
    expect(reported({ capabilityId: 'ext.java.title.show', demands: { snapshot: 'none' } })).toEqual({
      possible: false,
      why: 'lasting',
    }))
})

describe('whether the world changed since an action', () => {
  const minute = 60_000
  const time = (left: number, now: number, milliseconds: number) =>
    differencesOf('world.time.set', { time: left, day: 1 }, { time: now, day: 2 }, milliseconds)

  it('ignores added items and expiring effects, and nothing else', () => {
    const items = (left: number, now: number) => differencesOf('ext.java.item.give', { count: left }, { count: now }, 0)
    expect([items(5, 5), items(5, 9), items(5, 3).length]).toEqual([[], [], 1])
    const effect = (seconds: number, amplifier = 1) => ({ effect: 'minecraft:speed', seconds, amplifier })
    const effects = (left: unknown[], now: unknown[]) =>
      differencesOf('ext.java.effect.give', { effects: left }, { effects: now }, minute).length
    expect(effects([effect(90)], [effect(30)])).toBe(0)
    expect(effects([effect(50)], [])).toBe(0)
    expect(effects([effect(900)], [])).toBe(1)
    expect(effects([effect(90)], [effect(30, 2)])).toBe(1)
    expect(effects([effect(90)], [effect(300)])).toBe(1)
    expect(effects([], [effect(30)])).toBe(1)
  })

  it('ignores what happened to other players in a list, and nothing of the player', () => {
    const bans = (left: readonly string[], now: readonly string[]) => {
      const listed = (names: readonly string[]) => ({ bans: names.map((playerName) => ({ playerName })) })
      return differencesOf('player.ban', listed(left), listed(now), 0, { playerName: 'Alex' }).length
    }
    expect([bans(['Alex'], ['Alex', 'Steve']), bans(['Alex', 'Mia'], ['Alex']), bans(['Alex'], [])]).toEqual([0, 0, 1])
  })

  it('ignores the passing of time, over midnight too, and nothing else', () => {
    expect(time(23_900, 500, minute)).toEqual([])
    expect(time(6_000, 6_000, minute)).toEqual([])
    expect(time(6_000, 9_000, minute)).toEqual([{ path: 'time', expected: 6_000, now: 9_000 }])
    expect(time(6_000, 5_000, minute)).toHaveLength(1)
  })

  it('ignores a few steps of a player, but not another world', () => {
    const walked = (now: object) => differencesOf('player.teleport', { location }, { location: now }, 0)
    expect(walked({ ...location, x: 4, yaw: 90 })).toEqual([])
    expect(walked({ ...location, x: 40 })).toHaveLength(1)
    expect(walked({ ...location, world: 'world_nether' })).toHaveLength(1)
    expect(walked({})).toHaveLength(1)
  })

  it('finds no difference between a state and itself, for every action', () =>
    forAll(fc.constantFrom(...actions.map(({ id }) => id)), anything, fc.nat(), (id, state, milliseconds) => {
      expect(differencesOf(id, state, state, milliseconds)).toEqual([])
    }))
})
