import type { UndoPreview } from '@shared/trail/undo.js'
import { describe, expect, it } from 'vitest'
import { worldMembers } from '../../../src-renderer/features/undo/world-members.js'
import { exampleUndos, previewOf } from '../../fakes/renderer/past-data.js'

const [example] = exampleUndos(0)

const membersOf = (capabilityId: string, before: object, after: object, now?: object, far: readonly string[] = []) => {
  const preview = previewOf(example)
  const changed = { ...preview, entry: { ...preview?.entry, capabilityId, before, after }, now }
  return worldMembers({ ...changed, differences: far.map((path) => ({ path })) } as unknown as UndoPreview)
}

describe('the state of the world in the table of an undo', () => {
  it('shows the time of day as a time, without redundant members', () => {
    const before = { worldName: 'world', time: 1_100, fullTime: 25_100, phase: 'day' }
    const after = { worldName: 'world', time: 37_000, fullTime: 37_000, phase: 'night' }
    expect(membersOf('world.time.set', before, after)).toEqual([
      {
        name: 'time',
        key: 'undo.members.time',
        before: { kind: 'time', ticks: 1_100 },
        after: { kind: 'time', ticks: 13_000 },
        now: { kind: 'unknown' },
        isFar: false,
      },
    ])
  })

  it('has weather, blocks and places as people read them', () => {
    expect(membersOf('world.weather.set', { weather: 'clear' }, { weather: 'rain' })[0]).toMatchObject({
      before: { kind: 'weather', weather: 'clear' },
    })
    const [block] = membersOf('world.block.set', { type: 'minecraft:air' }, { type: 'minecraft:stone' })
    expect(block).toMatchObject({ key: 'undo.members.type', after: { kind: 'game', id: 'minecraft:stone' } })
    const at = (x: number) => ({ location: { world: 'world', x, y: 64, z: 0 } })
    expect(membersOf('player.teleport', at(1), at(2))[0]).toMatchObject({ after: { kind: 'place' } })
  })

  it('of an external provider keeps its own names and words', () => {
    const members = membersOf('ext.clock.set', { time: 1, phase: 'day' }, { time: 2, phase: 'night' })
    expect(members.map(({ name, key }) => [name, key])).toEqual([
      ['time', undefined],
      ['phase', undefined],
    ])
    expect(members[0]?.before).toEqual({ kind: 'number', value: 1 })
  })

  it('omits unchanged members, and keeps those that changed since', () => {
    const [balance, ...more] = membersOf(
      'player.economy.balance.adjust',
      { balance: 5, currency: 'gold' },
      { balance: 5, currency: 'gold' },
      { balance: 5, currency: 'gold' },
      ['balance'],
    )
    expect(more).toEqual([])
    expect(balance).toMatchObject({ name: 'balance', isFar: true })
  })
})
