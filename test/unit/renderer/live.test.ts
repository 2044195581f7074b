import { owner } from '@shared/approvals/attempt.js'
import { practiceId } from '@shared/approvals/practice.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import { phaseNames, phaseOfStep, phasesOf } from '../../../src-renderer/features/home/call-phases.js'
import { appearanceOf } from '../../../src-renderer/features/home/entry-appearance.js'
import { entryTexts } from '../../../src-renderer/features/home/entry-text.js'
import {
  everything,
  type FeedFilter,
  isFiltering,
  kindOf,
  playerIn,
  testOf,
  toggled,
} from '../../../src-renderer/features/home/feed-filter.js'
import { sinceOf } from '../../../src-renderer/features/home/use-state-since.js'
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
  const found = (filter: Partial<FeedFilter>, of: readonly LiveEntry[] = entries) => {
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
  it('omits what happened before an instant', () => {
    const early = chat('early')
    expect(found({ since: at(0.5) }, [early, { ...chat('late'), at: at(0) }])).toEqual(['late'])
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

describe('the appearance of a row', () => {
  it('has no outcome for what the game does', () => expect(appearanceOf(chat('a')).outcome).toBeUndefined())
  it('says who refused', () => {
    expect(appearanceOf(callEntry(at(0), { result: 'denied' })).outcome).toBe('note.denied')
    expect(appearanceOf(callEntry(at(0), { result: 'expired' })).outcome).toBe('note.expired')
  })
  it('shows a request that the rights refused as blocked', () => {
    const error = { code: 'PERMISSION.DENIED', message: '' }
    const refused = callEntry(at(0), { result: 'failed', denied: true, error })
    expect(appearanceOf(refused)).toMatchObject({ tone: 'redstone', outcome: 'note.notAllowed' })
    expect(appearanceOf({ ...refused, denied: false }).outcome).toBe('note.failed')
  })
  it('says whether a request waits or runs, and nothing when the gateway no longer knows it', () => {
    expect(appearanceOf(asked, 'waiting').outcome).toBe('note.waiting')
    expect(appearanceOf(asked, 'running').outcome).toBe('note.running')
    expect(appearanceOf(asked, 'unknown').outcome).toBeUndefined()
  })
})

describe('since when a server is in its state', () => {
  const moment = (kind: 'began' | 'online' | 'offline', minutes: number) => ({ kind, at: at(minutes) })
  it('is the first of the moments that say the same', () => {
    expect(sinceOf([moment('offline', 1), moment('offline', 5), moment('online', 9)], 'offline')).toBe(at(5))
  })
  it('is unknown when Gatehouse found the server so after its own start', () => {
    expect(sinceOf([moment('offline', 1), moment('began', 2), moment('offline', 9)], 'offline')).toBeUndefined()
    expect(sinceOf([moment('online', 1)], 'offline')).toBeUndefined()
    expect(sinceOf([], 'offline')).toBeUndefined()
  })
})
