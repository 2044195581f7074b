import type { CallEntry, LiveEntry, RequestedEntry } from '@shared/trail/live.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Matches } from '../../../src-renderer/features/home/matches.js'
import { LiveLog } from '../../../src-renderer/state/live-log.js'
import { type RequestEntry, type RequestRow, withEntry } from '../../../src-renderer/state/request-rows.js'
import { callEntry, gameEntry, survival } from '../../fakes/renderer/example-data.js'

const second = (seconds: number) => new Date(Date.parse('2026-01-01T12:00:00Z') + seconds * 1_000).toISOString()
const asked = (requestId: string, seconds: number, approvalId = requestId): RequestedEntry => ({
  id: `${approvalId} asked`,
  at: second(seconds),
  kind: 'asked',
  approvalId,
  requestId,
  capabilityId: 'world.time.set',
  caller: { type: 'model', id: 'c', name: 'Claude' },
  server: survival,
  arguments: {},
  risk: 'high',
})
const ended = (requestId: string, seconds: number, result: CallEntry['result'] = 'done'): CallEntry => ({
  ...callEntry(second(seconds), { requestId, result, capabilityId: 'world.time.set' }),
  id: `${requestId} ended`,
})
const chat = (seconds: number): LiveEntry => ({
  ...gameEntry(second(seconds), 'player.chat', { message: '' }),
  id: `chat ${seconds}`,
})
const rowsOf = (matches: Matches) =>
  Array.from({ length: matches.endIndex - matches.firstIndex }, (_, index) => matches.at(matches.firstIndex + index))
const everything = () => true
const isEnded = ({ kind }: LiveEntry) => kind === 'call'
const isAsked = ({ kind }: LiveEntry) => kind === 'asked'

describe('the row of a request', () => {
  it('has the last state, and the time and position of the first entry, in any order of its entries', () => {
    const results = fc.constantFrom<CallEntry['result'][]>('done', 'failed', 'denied', 'expired', 'withdrawn')
    const entries = fc
      .tuple(results, fc.integer({ min: 0, max: 3 }), fc.boolean())
      .map(([result, questions, isOver]): RequestEntry[] => [
        ...Array.from({ length: questions + (isOver ? 0 : 1) }, (_, index) => asked('r', index, `question ${index}`)),
        ...(isOver ? [ended('r', 9, result)] : []),
      ])
    const shuffled = entries.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([inOrder, all]) => {
        const row = all.reduce<RequestRow | undefined>(
          (before, entry, number) => withEntry(before, number, entry),
          undefined,
        )
        expect(row?.number).toBe(0)
        expect(row?.shown).toEqual({ ...inOrder.at(-1), id: all[0]?.id, at: inOrder[0]?.at })
      }),
    )
  })
})

describe('the rows of the live list', () => {
  it('has one row a request, which changes in place', () => {
    const log = new LiveLog()
    const matches = new Matches(log, everything)
    log.take({ from: 0, entries: [chat(0), asked('r', 1), chat(2)] })
    matches.follow()
    const before = rowsOf(matches).map((row) => row?.id)
    log.take({ from: 3, entries: [ended('r', 3, 'denied'), chat(4)] })
    matches.follow()
    expect(rowsOf(matches).map((row) => row?.id)).toEqual([...before, 'chat 4'])
    expect(rowsOf(matches)[1]).toMatchObject({ kind: 'call', result: 'denied', at: second(1) })
  })
  it('keeps the place of a row when its beginning is read later', () => {
    const log = new LiveLog()
    log.take({ from: 2, entries: [chat(2), ended('r', 3), chat(4)] })
    const matches = new Matches(log, everything)
    matches.search(() => false)
    log.take({ from: 0, entries: [chat(0), asked('r', 1)] })
    matches.search(() => false)
    expect(rowsOf(matches).map((row) => row?.id)).toEqual(['chat 0', 'chat 2', 'r ended', 'chat 4'])
    expect(rowsOf(matches)[2]).toMatchObject({ kind: 'call', at: second(1) })
  })
  it('finds a request by any of its entries, once', () => {
    const entries = [asked('r', 1), chat(2), ended('r', 3)]
    for (const test of [isAsked, isEnded, everything]) {
      const log = new LiveLog()
      log.take({ from: 0, entries })
      const before = new Matches(log, test)
      before.search(() => false)
      const empty = new LiveLog()
      const after = new Matches(empty, test)
      for (const [from, entry] of entries.entries()) {
        empty.take({ from, entries: [entry] })
        after.follow()
      }
      for (const matches of [before, after])
        expect(rowsOf(matches).filter((row) => row?.kind !== 'game')).toMatchObject([{ kind: 'call', at: second(1) }])
    }
  })
  it('shows every request once with its last state, whatever comes and goes and whenever it is looked for', () => {
    const kinds = fc.array(fc.tuple(fc.constantFrom('asked', 'ended', 'chat'), fc.nat(6)), { maxLength: 60 })
    const cuts = fc.array(fc.tuple(fc.nat(8), fc.constantFrom('newer', 'older', 'search')), { maxLength: 30 })
    const tests = fc.constantFrom(everything, isAsked, isEnded)
    fc.assert(
      fc.property(kinds, cuts, fc.nat(60), tests, (made, moves, start, test) => {
        const known = new Set<string>()
        const all = made.map(([kind, request], index): LiveEntry => {
          const id = `${kind} ${request}`
          // A request asks and ends once.
          if (kind === 'chat' || known.has(id) || (kind === 'asked' && known.has(`ended ${request}`)))
            return chat(index)
          known.add(id)
          return kind === 'asked' ? asked(`${request}`, index) : ended(`${request}`, index)
        })
        const log = new LiveLog()
        const matches = new Matches(log, test)
        let from = Math.min(start, all.length)
        let to = from
        const take = (count: number, isOlder: boolean) => {
          const [first, end] = isOlder ? [Math.max(0, from - count), from] : [to, Math.min(all.length, to + count)]
          log.take({ from: first, entries: all.slice(first, end) })
          from = Math.min(from, first)
          to = Math.max(to, end)
        }
        for (const [count, move] of moves) {
          if (move === 'search') matches.search(() => true)
          else take(count, move === 'older' && log.size > 0)
          matches.follow()
        }
        matches.search(() => false)
        const taken = all.slice(from, to)
        const passing = taken.filter(test)
        const requests = new Set(
          passing.flatMap((entry) => (entry.kind === 'game' || entry.kind === 'server' ? [] : [entry.requestId])),
        )
        const rows = rowsOf(matches)
        expect(rows).not.toContain(undefined)
        expect(rows).toHaveLength(passing.filter(({ kind }) => kind === 'game').length + requests.size)
        for (const id of requests) {
          const own = rows.filter((row) => row?.kind !== 'game' && row?.kind !== 'server' && row?.requestId === id)
          const isOver = taken.some((entry) => entry.kind === 'call' && entry.requestId === id)
          expect(own.map((row) => row?.kind)).toEqual([isOver ? 'call' : 'asked'])
        }
      }),
    )
  })
  it('drops a request with its row', () => {
    const log = new LiveLog(10)
    const matches = new Matches(log, everything)
    log.take({ from: 0, entries: [asked('r', 0)] })
    matches.follow()
    for (let from = 1; from < 20; from += 1) log.take({ from, entries: [chat(from)] })
    matches.follow()
    expect(log.rowOf(0)).toBeUndefined()
    log.take({ from: 20, entries: [ended('r', 20)] })
    matches.follow()
    expect(rowsOf(matches).filter((row) => row?.kind === 'call')).toHaveLength(1)
  })
})
