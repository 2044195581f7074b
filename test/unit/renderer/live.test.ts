import { owner } from '@shared/approvals/attempt.js'
import { practiceId } from '@shared/approvals/practice.js'
import { hourMinutes, type LastHour, type LiveEntry, type MinuteFigures } from '@shared/trail/live.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phaseNames, phaseOfStep, phasesOf } from '../../../src-renderer/features/live/call-phases.js'
import { appearanceOf } from '../../../src-renderer/features/live/entry-appearance.js'
import { entryTexts } from '../../../src-renderer/features/live/entry-text.js'
import {
  canDraw,
  hourLines,
  knownMinutes,
  minuteAt,
  shownAs,
  startOf,
  totalsOf,
} from '../../../src-renderer/features/live/hour-lines.js'
import {
  everything,
  isFiltering,
  kindOf,
  type LiveFilter,
  playerIn,
  testOf,
  toggled,
} from '../../../src-renderer/features/live/live-filter.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { callEntry, creative, gameEntry, survival } from '../../fakes/renderer/example-data.js'
import { completeTrace, stepsToQuestion } from '../../fakes/renderer/live-data.js'

const now = Date.parse('2026-01-01T12:00:00Z')
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const chat = (id: string, message = 'hello', server = survival): LiveEntry => ({
  ...gameEntry(at(1), 'player.chat', { playerName: 'Alex', message }, server),
  id,
})
const asked: LiveEntry = {
  id: 'q',
  at: at(0),
  kind: 'asked',
  approvalId: 'q',
  requestId: 'r',
  capabilityId: 'world.time.set',
  caller: { type: 'model', id: 'c', name: 'Claude' },
  server: survival,
  arguments: {},
  risk: 'high',
}

describe('the filter of the live list', () => {
  const entries = [chat('a', 'Night please'), chat('b', 'gg', creative), callEntry(at(0), { id: 'c', milliseconds: 1 })]
  const textOf = (entry: LiveEntry) =>
    entry.kind === 'game' ? `alex ${entry.data.message}`.toLowerCase() : 'claude read'
  const found = (filter: Partial<LiveFilter>, of: readonly LiveEntry[] = entries) => {
    const test = testOf({ ...everything, ...filter }, textOf)
    return of.filter((entry, number) => test(entry, number)).map(({ id }) => id)
  }

  it('shows everything by default', () => {
    expect(found({})).toEqual(['a', 'b', 'c'])
    expect(isFiltering(everything)).toBe(false)
    expect(isFiltering({ ...everything, text: '  ' })).toBe(false)
  })
  it('shows one server', () => expect(found({ servers: new Set(['creative']) })).toEqual(['b']))
  it('wants every word, in any order and case', () => {
    expect(found({ text: ' night ALEX' })).toEqual(['a'])
    expect(found({ text: 'night gg' })).toEqual([])
  })
  it('includes calls that reached no server', () => {
    const { server: _none, ...homeless } = callEntry(at(0), { id: 'h', result: 'failed' })
    expect(found({ servers: new Set(['creative']) }, [homeless])).toEqual(['h'])
  })
  it('combines choices of one kind with OR, and different kinds with AND', () => {
    expect(found({ kinds: new Set(['chat', 'calls']) })).toEqual(['a', 'b', 'c'])
    expect(found({ kinds: new Set(['chat', 'calls']), servers: new Set(['survival']), text: 'alex' })).toEqual(['a'])
  })
  it('omits game events when only the AI is selected', () => {
    expect(found({ aiOnly: true })).toEqual(entries.filter(({ kind }) => kind === 'call').map(({ id }) => id))
  })
  it('leaves out what the owner tries or undoes, where only the AI is wanted', () => {
    const by = (id: string, name: string) => callEntry(at(0), { id, caller: { type: 'user', id, name } })
    const own = [by(owner.id, owner.name), by('desktop', 'desktop'), by(practiceId, 'Practice')]
    expect(found({ aiOnly: true }, own)).toEqual([practiceId])
  })
  it('finds a player in events and in the arguments of calls, and nowhere else', () => {
    const moved = callEntry(at(0), { id: 'm', capabilityId: 'player.teleport', arguments: { playerName: 'Alex' } })
    const world = callEntry(at(0), { id: 'w', arguments: { name: 'Alex', worldName: 'Alex' } })
    expect(found({ players: new Set(['Alex']) }, [...entries, moved, world])).toEqual(['a', 'b', 'm'])
    expect(playerIn(world)).toBeUndefined()
  })
  it('handles every kind of entry', () => {
    const failed = (code: string) => callEntry(at(0), { result: 'failed', error: { code, message: '' } })
    expect(
      [
        chat('a'),
        gameEntry(at(0), 'player.leave', {}),
        gameEntry(at(0), 'player.death', {}),
        gameEntry(at(0), 'world.block.broken', {}),
        gameEntry(at(0), 'world.tick.health', {}),
        gameEntry(at(0), 'plugin.auction.sold', {}),
        asked,
        callEntry(at(0), {}),
        callEntry(at(0), { result: 'denied' }),
        { ...failed('PERMISSION.DENIED'), denied: true },
        failed('BUSINESS.PLAYER_OFFLINE'),
      ].map(kindOf),
    ).toEqual([
      'chat',
      'joins',
      'deaths',
      'blocks',
      'servers',
      'other',
      'questions',
      'calls',
      'refusals',
      'refusals',
      'calls',
    ])
  })
  it('adds and removes a member', () => {
    expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
    expect([...toggled(new Set(['a']), 'a')]).toEqual([])
  })
})

describe('the text that a filter looks in', () => {
  it('is the text of the line with the server and the event, in lower case, without repetition', () => {
    let asked = 0
    const say = (key: string) => {
      asked += 1
      return key === 'event.chat' ? '{{player}}  {{message}}' : key
    }
    const textOf = entryTexts(say, () => undefined)
    const entry = chat('a', 'Night Please')
    expect(textOf(entry, 7)).toBe('alex  night please survival player.chat')
    expect(textOf(entry, 7)).toBe(textOf(entry, 7))
    textOf(chat('b'), 8)
    expect(asked).toBe(1)
  })

  it('holds a number as it is written and as it is typed, and the demo world by its name on the screen', () => {
    const t = i18n.getFixedT('zh')
    const textOf = entryTexts(
      (key, options = {}) => String(t(key, options)),
      () => undefined,
    )
    const location = { world: 'world', x: 12_500, y: 64, z: -3 }
    const moved = callEntry(at(0), { capabilityId: 'player.teleport', arguments: { playerName: 'Alex', location } })
    const text = textOf({ ...moved, server: { id: 'demo', name: 'Demo world' } }, 1)
    for (const words of ['12,500 64 −3', '12500 64 -3', '演示世界']) expect(text).toContain(words)
  })
})

const minute = (part: Partial<MinuteFigures> = {}): MinuteFigures => ({ calls: 0, refused: 0, events: 0, ...part })
const hourOf = (minutes: readonly MinuteFigures[], unknown = 0): LastHour => ({
  until: '2026-01-01T12:00:00.000Z',
  minutes,
  unknown,
})

describe('the last hour', () => {
  const quiet = Array.from({ length: hourMinutes }, () => minute())

  it('sums calls and refusals, and says how many are there now', () => {
    const minutes = quiet
      .with(3, minute({ calls: 2, refused: 1 }))
      .with(58, minute({ calls: 1, players: 6, tps: 19.8 }))
    expect(totalsOf(hourOf(minutes))).toEqual({ calls: 3, refused: 1, events: 0, players: 6, tps: 19.8 })
  })
  it('shows only the minutes in which Gatehouse ran, also in the first of them', () => {
    const hour = knownMinutes(hourOf(quiet, 50))
    expect(hour.minutes).toHaveLength(hourMinutes - 50)
    expect(startOf(hour, 0)).toBe('2026-01-01T11:51:00.000Z')
    expect(startOf(hour, hour.minutes.length - 1)).toBe(hour.until)
    expect(knownMinutes(hourOf(quiet, hourMinutes)).minutes).toHaveLength(1)
  })
  it('draws no chart of fewer than ten minutes', () => {
    expect(canDraw(knownMinutes(hourOf(quiet, 51)))).toBe(false)
    expect(canDraw(knownMinutes(hourOf(quiet, 50)))).toBe(true)
  })
  it('does not show a value of an hour ago as current', () => {
    expect(totalsOf(hourOf(quiet.with(10, minute({ players: 6 }))))).not.toHaveProperty('players')
  })
  it('shows the number of events where no server reports players', () => {
    expect(shownAs(hourOf(quiet))).toBe('events')
    expect(shownAs(hourOf(quiet.with(1, minute({ players: 0 }))))).toBe('players')
  })
  it('interrupts the line where no value is known', () => {
    const minutes = quiet.map((_, index) => (index < 20 || index > 30 ? minute({ players: 3 }) : minute()))
    expect(hourLines(hourOf(minutes, 5), 100, 30, 40).line.match(/M/gu)).toHaveLength(2)
  })
  it('draws every line inside its frame', () => {
    const figures = fc.record(
      {
        players: fc.nat(5_000),
        tps: fc.double({ min: 0, max: 500, noNaN: true }),
        calls: fc.nat(9),
        refused: fc.nat(9),
        events: fc.nat(9_000),
      },
      { requiredKeys: ['calls', 'refused', 'events'] },
    )
    fc.assert(
      fc.property(
        fc.array(figures, { minLength: hourMinutes, maxLength: hourMinutes }),
        fc.nat(hourMinutes),
        (minutes, unknown) => {
          const lines = hourLines(hourOf(minutes as MinuteFigures[], unknown), 100, 30, 40)
          const places = [...`${lines.line} ${lines.tps}`.matchAll(/(?:M|C\S+ \S+ \S+ \S+ )(\S+) (\S+)/gu)]
          return places.every(([, x, y]) => Number(x) >= 0 && Number(x) <= 100 && Number(y) >= 0 && Number(y) <= 30)
        },
      ),
    )
  })
  it('finds the minute under the pointer, and its start', () => {
    expect([minuteAt(-0.2, 60), minuteAt(0, 60), minuteAt(0.5, 60), minuteAt(1.3, 60)]).toEqual([0, 0, 30, 59])
    expect(startOf(hourOf(quiet), 59)).toBe('2026-01-01T12:00:00.000Z')
    expect(startOf(hourOf(quiet), 0)).toBe('2026-01-01T11:01:00.000Z')
  })
})

describe('the phases of a call', () => {
  const states = (steps: typeof completeTrace.steps, isOver: boolean) =>
    Object.fromEntries(phasesOf(steps, isOver).map(({ name, state }) => [name, state]))

  it('waits at the decision, with what is before it done and what is after it to come', () => {
    expect(states(stepsToQuestion, false)).toEqual({
      check: 'done',
      read: 'done',
      decide: 'now',
      prepare: 'later',
      run: 'later',
      record: 'later',
    })
  })
  it('is done from end to end, each part with its time', () => {
    expect(Object.values(states(completeTrace.steps, true))).toEqual(phaseNames.map(() => 'done'))
    expect(phasesOf(completeTrace.steps, true).find(({ name }) => name === 'decide')?.milliseconds).toBe(6_240)
  })
  it('shows the step that stopped it, and that later ones did not run', () => {
    const stopped = [...stepsToQuestion, { name: 'approve', milliseconds: 9, outcome: 'stopped' as const }]
    expect(states(stopped, true)).toMatchObject({ decide: 'stopped', prepare: 'never', run: 'never' })
  })
  it('has a phase for every step', () => {
    expect(new Set(Object.values(phaseOfStep))).toEqual(new Set(phaseNames))
  })
})

describe('the appearance of a line', () => {
  it('has no note for chat, which is most lines', () => expect(appearanceOf(chat('a')).note).toBeUndefined())
  it('names who refused', () => {
    expect(appearanceOf(callEntry(at(0), { result: 'denied' })).badge?.key).toBe('note.denied')
    expect(appearanceOf(callEntry(at(0), { result: 'expired' })).badge?.key).toBe('note.expired')
  })
  it('shows a request that the rights refused as refused, as the header counts it', () => {
    const error = { code: 'PERMISSION.DENIED', message: '' }
    const refused = callEntry(at(0), { result: 'failed', denied: true, error })
    expect(appearanceOf(refused)).toMatchObject({ tone: 'redstone', badge: { key: 'note.notAllowed' } })
    expect(appearanceOf({ ...refused, denied: false }).badge?.key).toBe('note.failed')
  })
  it('says where a block was placed', () => {
    const location = { world: 'world', x: 1, y: 64, z: -3 }
    const placed = gameEntry(at(0), 'world.block.placed', { playerName: 'Alex', type: 'stone', location })
    expect(appearanceOf(placed).note).toMatchObject({ key: 'note.position', place: { point: [1, 64, -3] } })
    expect(appearanceOf({ ...placed, data: {} }).note).toBeUndefined()
  })
  it('says whether a request waits or runs, and nothing when the gateway no longer knows it', () => {
    expect(appearanceOf(asked, 'waiting').badge?.key).toBe('note.waiting')
    expect(appearanceOf(asked, 'running').badge?.key).toBe('note.running')
    expect(appearanceOf(asked, 'unknown').badge).toBeUndefined()
  })
  it('says how long a denied or expired request waited', () => {
    const ended = { milliseconds: 9_200, answeredAfterMs: 9_000 }
    const waited = { key: 'asks.took.waited', lasted: { waited: 9_000 } }
    expect(appearanceOf(callEntry(at(0), { ...ended, result: 'denied' })).note).toEqual(waited)
    expect(appearanceOf(callEntry(at(0), { ...ended, result: 'expired' })).note).toEqual(waited)
  })
})
