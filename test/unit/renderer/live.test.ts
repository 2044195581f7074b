import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { activityLine, activityOf } from '../../../src-renderer/features/live/activity.js'
import { lookOf } from '../../../src-renderer/features/live/entry-look.js'
import { everything, filterEntries, toggled } from '../../../src-renderer/features/live/live-filter.js'
import { appendEntries, liveCap } from '../../../src-renderer/state/live.js'
import { callEntry, creative, gameEntry, survival } from '../../fakes/renderer/example-data.js'

const now = Date.parse('2026-01-01T12:00:00Z')
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const chat = (id: string, message = 'hello', server = survival): LiveEntry => ({
  ...gameEntry(at(1), 'player.chat', { playerName: 'Alex', message }, server),
  id,
})
const ids = (entries: readonly LiveEntry[]) => entries.map(({ id }) => id)

describe('the live entries', () => {
  it('count an entry once that the snapshot and a push both hold', () => {
    expect(ids(appendEntries([chat('a'), chat('b')], [chat('b'), chat('c')]))).toEqual(['a', 'b', 'c'])
  })

  it('stay the same object when nothing is new', () => {
    const entries = [chat('a')]
    expect(appendEntries(entries, [chat('a')])).toBe(entries)
  })

  it('keep the newest when there are too many', () => {
    expect(ids(appendEntries([chat('a'), chat('b')], [chat('c')], 2))).toEqual(['b', 'c'])
    const many = Array.from({ length: liveCap + 10 }, (_, index) => chat(`${index}`))
    const kept = appendEntries([], many)
    expect(kept).toHaveLength(liveCap)
    expect(kept.at(-1)?.id).toBe(`${liveCap + 9}`)
  })

  it('are never more than the cap, never doubled and always end with the newest', () => {
    const batches = fc.array(fc.array(fc.nat(40).map((id) => chat(`${id}`))))
    fc.assert(
      fc.property(batches, (all) => {
        const kept = ids(all.reduce<readonly LiveEntry[]>((entries, batch) => appendEntries(entries, batch, 10), []))
        expect(kept.length).toBeLessThanOrEqual(10)
        expect(new Set(kept).size).toBe(kept.length)
      }),
    )
  })
})

describe('the filter of the live list', () => {
  const entries = [chat('a', 'Night please'), chat('b', 'gg', creative), callEntry(at(0), { milliseconds: 1 })]
  const textOf = (entry: LiveEntry) => (entry.kind === 'game' ? `Alex ${entry.data.message}` : 'Claude read the time')

  it('shows everything as it is when nothing is asked for', () => {
    expect(filterEntries(entries, everything, textOf)).toBe(entries)
  })
  it('shows one server', () => {
    expect(ids(filterEntries(entries, { servers: new Set(['creative']), text: '' }, textOf))).toEqual(['b'])
  })
  it('wants every word, in any order and case', () => {
    expect(ids(filterEntries(entries, { servers: new Set(), text: ' night ALEX' }, textOf))).toEqual(['a'])
    expect(filterEntries(entries, { servers: new Set(), text: 'night gg' }, textOf)).toEqual([])
  })
  it('keeps a call that reached no server in sight', () => {
    const { server: _none, ...homeless } = callEntry(at(0), { result: 'failed' })
    expect(filterEntries([homeless], { servers: new Set(['creative']), text: '' }, textOf)).toEqual([homeless])
  })
  it('takes a server in and out', () => {
    expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
    expect([...toggled(new Set(['a']), 'a')]).toEqual([])
  })
})

describe('the last hour', () => {
  it('counts calls and refusals and leaves out what is older', () => {
    const activity = activityOf(
      [
        callEntry(at(61), {}),
        callEntry(at(59.5), {}),
        callEntry(at(10), { result: 'denied' }),
        callEntry(at(10), { result: 'expired' }),
        gameEntry(at(0), 'player.join', { playerName: 'Alex' }),
      ],
      now,
    )
    expect(activity).toMatchObject({ calls: 3, refused: 2 })
    expect(activity.perMinute.reduce((sum, count) => sum + count)).toBe(4)
    expect(activity.marks).toHaveLength(2)
  })

  it('counts an entry from a clock that runs ahead as one of now, and drops one without a time', () => {
    expect(activityOf([callEntry(at(-5), {})], now).perMinute.at(-1)).toBe(1)
    expect(activityOf([callEntry('never', {})], now).calls).toBe(0)
  })

  it('draws a line inside its frame', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 60, maxLength: 60 }), (perMinute) => {
        const heights = [...activityLine(perMinute, 100, 30).matchAll(/[ML ] ?(-?[\d.]+) (-?[\d.]+)/g)].map((m) =>
          Number(m[2]),
        )
        return heights.every((height) => height >= 0)
      }),
    )
  })
})

describe('the look of a line', () => {
  it('marks chat as untrusted text', () => expect(lookOf(chat('a'), false).note?.key).toBe('note.untrusted'))
  it('says who refused', () => {
    expect(lookOf(callEntry(at(0), { result: 'denied' }), false).note?.key).toBe('note.denied')
    expect(lookOf(callEntry(at(0), { result: 'expired' }), false).note?.key).toBe('note.expired')
  })
  it('says where a block was placed', () => {
    const location = { world: 'world', x: 1, y: 64, z: -3 }
    const placed = gameEntry(at(0), 'world.block.placed', { playerName: 'Alex', type: 'stone', location })
    expect(lookOf(placed, false).note).toEqual({ key: 'note.position', values: { position: '1 64 −3' } })
    expect(lookOf({ ...placed, data: {} }, false).note?.key).toBe('note.untrusted')
  })
  it('says that a question waits only while it does', () => {
    const asked: LiveEntry = {
      id: 'q',
      at: at(0),
      kind: 'asked',
      approvalId: 'q',
      capabilityId: 'world.time.set',
      caller: { type: 'model', id: 'c', name: 'Claude' },
      server: survival,
      arguments: {},
      risk: 'high',
    }
    expect(lookOf(asked, true).note?.key).toBe('note.waiting')
    expect(lookOf(asked, false).note).toBeUndefined()
  })
})
