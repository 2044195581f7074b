import type { LiveEntry } from '@shared/trail/live.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Matches } from '../../../src-renderer/features/home/matches.js'
import { LiveLog } from '../../../src-renderer/state/live-log.js'
import { gameEntry } from '../../fakes/renderer/example-data.js'

const entry = (number: number): LiveEntry => ({
  ...gameEntry('', 'player.chat', { message: `${number}` }),
  id: `${number}`,
})
const page = (from: number, to: number) => ({
  from,
  entries: Array.from({ length: to - from }, (_, index) => entry(from + index)),
})
const idsOf = (log: LiveLog) => Array.from({ length: log.size }, (_, index) => log.at(log.first + index)?.id)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`)

describe('the live log', () => {
  it('counts an entry once that a page and a push both hold', () => {
    const log = new LiveLog()
    log.take(page(10, 12))
    expect(log.take(page(11, 14)).map(({ id }) => id)).toEqual(['12', '13'])
    expect(idsOf(log)).toEqual(range(10, 14))
  })
  it('prepends older entries', () => {
    const log = new LiveLog()
    log.take(page(10, 12))
    expect(log.take(page(6, 11))).toEqual([])
    expect(idsOf(log)).toEqual(range(6, 12))
    expect(log.at(5)).toBeUndefined()
  })
  it('reloads where entries between were lost', () => {
    const log = new LiveLog()
    log.take(page(10, 12))
    log.take(page(20, 22))
    expect(idsOf(log)).toEqual(range(20, 22))
    expect(log.take(page(1, 4))).toEqual([])
    expect(idsOf(log)).toEqual(range(20, 22))
  })
  it('keeps the newest when there are too many, and fetches no more when it is full', () => {
    const log = new LiveLog(10)
    log.take(page(50, 65))
    expect(idsOf(log)).toEqual(range(55, 65))
    log.take(page(40, 55))
    expect(idsOf(log)).toEqual(range(55, 65))
    expect(log.isFull).toBe(true)
  })
  it('keeps every entry under its own number, in any sequence', () => {
    const pages = fc.array(fc.tuple(fc.nat(60), fc.nat(20)).map(([from, count]) => page(from, from + count)))
    fc.assert(
      fc.property(pages, (all) => {
        const log = new LiveLog(30)
        for (const one of all) {
          const end = log.end
          const added = log.take(one)
          expect(log.size).toBeLessThanOrEqual(30 + 20)
          expect(idsOf(log)).toEqual(range(log.first, log.end))
          if (added.length > 0) expect(log.end).toBeGreaterThan(end)
        }
      }),
    )
  })
})

describe('the matches of a filter', () => {
  const isEven = ({ id }: LiveEntry) => Number(id) % 2 === 0
  const idsIn = (matches: Matches) =>
    Array.from(
      { length: matches.endIndex - matches.firstIndex },
      (_, index) => matches.at(matches.firstIndex + index)?.id,
    )

  it('are found newest first, in slices, and keep their index', () => {
    const log = new LiveLog()
    log.take(page(0, 1_000))
    const matches = new Matches(log, isEven)
    matches.search(() => true)
    expect(matches.isSearching).toBe(true)
    const last = matches.endIndex - 1
    expect(matches.at(last)?.id).toBe('998')
    const first = matches.firstIndex
    matches.search(() => false)
    expect(matches.isSearching).toBe(false)
    expect(matches.firstIndex).toBeLessThan(first)
    expect(matches.at(last)?.id).toBe('998')
    expect(idsIn(matches)).toHaveLength(500)
  })
  it('test each new entry once', () => {
    const log = new LiveLog()
    const asked: string[] = []
    log.take(page(0, 10))
    const matches = new Matches(log, (one) => {
      asked.push(one.id)
      return isEven(one)
    })
    matches.search(() => false)
    log.take(page(10, 14))
    matches.follow()
    matches.follow()
    expect(asked).toHaveLength(14)
    expect(idsIn(matches)).toEqual(['0', '2', '4', '6', '8', '10', '12'])
  })
  it('drop what the log dropped, and keep the index of the others', () => {
    const log = new LiveLog(20)
    const matches = new Matches(log, isEven)
    for (let from = 0; from < 20_000; from += 10) {
      log.take(page(from, from + 10))
      matches.follow()
    }
    expect(idsIn(matches)).toEqual(idsOf(log).filter((id) => Number(id) % 2 === 0))
  })
  it('include entries that are loaded later', () => {
    const log = new LiveLog()
    log.take(page(10, 14))
    const matches = new Matches(log, isEven)
    matches.search(() => false)
    log.take(page(4, 10))
    expect(matches.isSearching).toBe(true)
    matches.search(() => false)
    expect(idsIn(matches)).toEqual(['4', '6', '8', '10', '12'])
  })
  it('equal those of the log, for any order of changes and searches', () => {
    const steps = fc.array(fc.tuple(fc.nat(15), fc.boolean(), fc.boolean()))
    fc.assert(
      fc.property(steps, (all) => {
        const log = new LiveLog(20)
        log.take(page(100, 110))
        const matches = new Matches(log, isEven)
        for (const [count, older, searches] of all) {
          if (older) log.take(page(Math.max(0, log.first - count), log.first))
          else log.take(page(log.end, log.end + count))
          matches.follow()
          if (searches) matches.search(() => false)
        }
        matches.follow()
        matches.search(() => false)
        expect(idsIn(matches)).toEqual(idsOf(log).filter((id) => Number(id) % 2 === 0))
      }),
    )
  })
})

describe('blocks that a player places one after the other', () => {
  const start = Date.parse('2026-01-01T12:00:00Z')
  const placed = (seconds: number, playerName = 'Lena', eventId = 'world.block.placed'): LiveEntry => ({
    ...gameEntry(new Date(start + seconds * 1_000).toISOString(), eventId, { playerName, type: 'stone' }),
    id: `${playerName} ${eventId} ${seconds}`,
  })
  const rowsOf = (log: LiveLog) => {
    const matches = new Matches(log, () => true)
    matches.search(() => false)
    return Array.from({ length: matches.endIndex - matches.firstIndex }, (_, index) => {
      const shown = matches.at(matches.firstIndex + index)
      return [shown?.id, shown?.kind === 'game' ? (shown.count ?? 1) : 0]
    })
  }

  it('are one row that counts them, also with events of others in between', () => {
    const log = new LiveLog()
    log.take({ from: 0, entries: [placed(0), placed(5), placed(6, 'Mia'), entry(3), placed(40)] })
    log.take({ from: 5, entries: [placed(90)] })
    expect(rowsOf(log)).toEqual([
      ['Lena world.block.placed 0', 4],
      ['Mia world.block.placed 6', 1],
      ['3', 1],
    ])
  })
  it('begin another row after a minute without one, and for blocks that are broken', () => {
    const log = new LiveLog()
    log.take({ from: 0, entries: [placed(0), placed(61), placed(62, 'Lena', 'world.block.broken')] })
    expect(rowsOf(log).map(([, count]) => count)).toEqual([1, 1, 1])
  })
  it('are counted once each, however the pages are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 60 }), fc.nat(60), (gaps, cut) => {
        let at = 0
        const entries = gaps.map((gap) => {
          at += gap
          return placed(at)
        })
        const log = new LiveLog()
        const from = Math.min(cut, entries.length)
        log.take({ from, entries: entries.slice(from) })
        log.take({ from: 0, entries: entries.slice(0, from) })
        expect(rowsOf(log).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(entries.length)
      }),
    )
  })
})
