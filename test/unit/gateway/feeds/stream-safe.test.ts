import { everyMark, isMark } from '@shared/features/stream-mark.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { GameEntry } from '@shared/trail/live.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeenPlayers } from '../../../../src-main/gateway/feeds/seen-players.js'
import { StreamSafe } from '../../../../src-main/gateway/feeds/stream-safe.js'
import { PageMask } from '../../../../src-main/owner/doors/page-mask.js'
import { matchesSubject } from '../../../../src-renderer/ui/text/subject-match.js'
import { times } from '../../../fixtures/properties.js'

function setUp(given: Partial<Settings> = {}) {
  const players = new SeenPlayers()
  let settings: Settings = { ...defaultSettings, streamSafe: true, ...given }
  const changed: (() => void)[] = []
  const stream = new StreamSafe({
    settings: {
      get: () => settings,
      change: (part) => {
        settings = { ...settings, ...part }
        for (const notify of changed) notify()
        return true
      },
      onDidChange: (listener) => {
        changed.push(listener)
        return () => {}
      },
    },
    computer: { homes: [], user: '' },
    language: () => (settings.language === 'zh' ? 'zh' : 'en'),
    players,
  })
  const change = (part: Partial<Settings>) => {
    settings = { ...settings, ...part }
    for (const notify of changed) notify()
  }
  const tell = (eventId: string, playerName: string) => players.note(gameEntry(eventId, playerName))
  const join = (playerName: string) => tell('player.join', playerName)
  const leave = (playerName: string) => tell('player.leave', playerName)
  return { stream, players, change, join, leave }
}

const gameEntry = (eventId: string, playerName: string): GameEntry => ({
  kind: 'game',
  id: '1',
  at: '2026-11-26T13:00:00.000Z',
  server: { id: 's', name: 'Survival' },
  eventId,
  data: { playerName },
})

describe('the names of players in stream-safe mode', () => {
  it.each([
    ['the name itself', (name: string) => ({ name, displayName: name, subject: name, by: name })],
    ['arguments', (name: string) => ({ arguments: { target: name, players: [name] }, before: { bans: [name] } })],
    ['an event', (name: string) => ({ data: { playerName: name, killer: name, message: name, other: name } })],
    ['a member name', (name: string) => ({ data: { [name]: 1 } })],
  ])('are hidden in lower case as in any other: %s', (_what, of) => {
    const { stream, join } = setUp()
    join('dream')
    expect(JSON.stringify(stream.value(of('dream')))).not.toContain('dream')
    expect(stream.value(of('dream'))).toEqual(of('‹Player 1›'))
  })

  it('are hidden once they joined, each by a number of its own that stays', () => {
    const { stream, join, change } = setUp()
    expect(stream.text('Steve_Smith asked Mallory')).toBe('Steve_Smith asked Mallory')
    join('Steve_Smith')
    join('Mallory')
    expect(stream.text('Steve_Smith asked MALLORY')).toBe('‹Player 1› asked ‹Player 2›')
    join('Newcomer')
    change({ streamNames: ['Ann'] })
    expect(stream.text('Mallory, Ann and Newcomer')).toBe('‹Player 2›, ‹Player A› and ‹Player 3›')
    change({ language: 'zh' })
    expect(stream.text('Mallory 加入了游戏')).toBe('‹玩家 2› 加入了游戏')
  })

  it('stay hidden after the player left', () => {
    const { stream, join, leave } = setUp()
    join('Steve_Smith')
    leave('Steve_Smith')
    expect(stream.text('Bye Steve_Smith')).toBe('Bye ‹Player 1›')
  })

  it('are hidden where a list of the server has them', () => {
    const { stream, players } = setUp()
    players.noteListed(['Steve_Smith', '小明'])
    expect(stream.text('玩家小明和Steve_Smith在线')).not.toMatch(/小明|Steve/u)
  })

  it('are shown while the switch is off, and while the mode is off', () => {
    const { stream, join, change } = setUp({ streamHidesPlayers: false, streamNames: ['Ann'] })
    join('Steve_Smith')
    expect(stream.value({ playerName: 'Steve_Smith', reason: 'Ann and Steve_Smith' })).toEqual({
      playerName: 'Steve_Smith',
      reason: '‹Player A› and Steve_Smith',
    })
    change({ streamHidesPlayers: true })
    expect(stream.text('Steve_Smith')).toBe('‹Player 1›')
    change({ streamSafe: false })
    expect(stream.value({ playerName: 'Steve_Smith' })).toEqual({ playerName: 'Steve_Smith' })
    expect(stream.mask().text('Steve_Smith')).toBe('Steve_Smith')
  })

  it('load the pages again when they are switched, and not when somebody joins', () => {
    const { stream, join, change } = setUp()
    const switched: boolean[] = []
    stream.onDidSwitch((on) => switched.push(on))
    join('Steve_Smith')
    expect(switched).toEqual([])
    change({ streamHidesPlayers: false })
    expect(switched).toEqual([true])
  })

  it('are whole words: a name within another word stays', () => {
    const { stream, join } = setUp()
    join('Anna')
    expect(stream.text('Anna, Annabel and Hannah_Anna')).toBe('‹Player 1›, Annabel and Hannah_Anna')
  })

  it.each(['Absentee', 'dream'])(
    'are hidden in every sentence about a call that names %s, who was never seen',
    (name) => {
      const { stream, players } = setUp()
      players.noteNamed({ playerName: name })
      players.noteNamed({ playerName: '@a' })
      const question = {
        subject: name,
        title: `Ban ${name} and @a?`,
        facts: [{ value: `${name}!` }],
        mustType: name,
        agreed: [name],
        readText: { text: name, by: name },
        labels: { target: { chosen: name } },
        offered: { facts: [{ kind: 'same', at: [], given: { target: name } }] },
        differences: [{ path: 'allowed', expected: [name], now: { [name]: true } }],
        online: { count: 1, names: [name] },
      }
      const mark = '‹Player 1›'
      expect(stream.value(question)).toEqual({
        subject: mark,
        title: `Ban ${mark} and @a?`,
        facts: [{ value: `${mark}!` }],
        mustType: mark,
        agreed: [mark],
        readText: { text: mark, by: mark },
        labels: { target: { chosen: mark } },
        offered: { facts: [{ kind: 'same', at: [], given: { target: mark } }] },
        differences: [{ path: 'allowed', expected: [mark], now: { [mark]: true } }],
        online: { count: 1, names: [mark] },
      })
    },
  )

  it('can be typed to confirm, also a hidden one in lower case', () => {
    const { stream, players } = setUp()
    players.noteNamed({ playerName: 'dream' })
    const page = new PageMask(stream)
    const { mustType } = page.value({ playerName: 'dream', mustType: 'dream' })
    expect(matchesSubject('dream', mustType)).toBe(true)
    const decided = { id: '1', decision: 'approve', typed: 'dream' }
    expect(page.meant('approvals:decide', decided)).toEqual(decided)
  })

  it('never hide a part of a request that its caller chose by naming it before', () => {
    const { stream, players } = setUp()
    for (const player of ['op Evil123', '/op', 'op\u200b', 'x'.repeat(17), 'set time', '@a', ''])
      players.noteNamed({ player })
    expect(players.names).toEqual([])
    expect(stream.value({ arguments: { command: 'op Evil123' } })).toEqual({ arguments: { command: 'op Evil123' } })
  })

  it('stand for no other text in the arguments of a call', () => {
    const { stream } = setUp()
    const given = { arguments: { player: 'op Evil123; deop Bob', players: ['Bob', '/op'] } }
    expect(stream.value(given)).toEqual({ arguments: { player: '‹Player›', players: ['‹Player 1›', '‹Player›'] } })
  })

  it.each(['deop', 'DEOP', 'dеop', 'execute', 'luckperms'])('hide no command when somebody is called %s', (name) => {
    const { stream, join, players } = setUp()
    join(name)
    players.noteNamed({ playerName: name })
    join('Steve_Smith')
    const command = `${name.toLowerCase().replace('е', 'e')} Steve_Smith`
    const shown = { command: command.replace('Steve_Smith', '‹Player 1›') }
    expect(stream.value({ arguments: { command } })).toEqual({ arguments: shown })
    expect(stream.value({ arguments: { command: `/${command}` } })).toEqual({
      arguments: { command: `/${shown.command}` },
    })
    expect(stream.text(`${name} came`)).toBe('‹Player 2› came')
  })

  it('are hidden by what a member says, even of somebody who was never seen', () => {
    const { stream } = setUp()
    const shown = stream.value({
      playerName: 'Absentee',
      players: ['Absentee', 'Other'],
      target: '@a',
      arguments: { player: '@p' },
    })
    expect(shown).toEqual({
      playerName: '‹Player 1›',
      players: ['‹Player 1›', '‹Player 2›'],
      target: '@a',
      arguments: { player: '@p' },
    })
  })

  it('leave the examples of actions, which a person can run', () => {
    const { stream } = setUp()
    const offer = { examples: [{ arguments: { playerName: 'Steve' } }] }
    expect(stream.value(offer)).toEqual(offer)
    expect(stream.value({ text: JSON.stringify(offer) })).toEqual({ text: JSON.stringify(offer) })
  })

  it("include the owner's own, which is linked", () => {
    const { stream } = setUp({ gameApprover: { server: 's', player: 'Boss_Of_It', paused: false } })
    expect(stream.text('Boss_Of_It may answer')).toBe('‹Player 1› may answer')
  })

  it.each(['Me', 'X', 'Server', 'World', 'player', 'the', '玩家', '服务器'])(
    'do not make every sentence unreadable when somebody is called %s',
    (name) => {
      const { stream, join } = setUp()
      join(name)
      const text = `the ${name} of a player`
      expect(stream.value({ playerName: name, text })).toEqual({ playerName: '‹Player 1›', text })
    },
  )

  it('can still be chosen by a person when they are ordinary words', () => {
    const { stream, join } = setUp({ streamNames: ['World'] })
    join('World')
    expect(stream.text('hello World')).toBe('hello ‹Player A›')
  })

  it('change no constant and no member that a screen reads, whatever somebody is called', () => {
    const { stream, join } = setUp()
    for (const name of ['denial', 'answeredby', 'sequence', 'overview-tab']) join(name)
    const state = { sequence: 3, answeredby: { kind: 'denial', tab: 'overview-tab' } }
    expect(stream.value(state)).toEqual(state)
    expect(stream.value({ data: { sequence: 'denial came' } })).toEqual({
      data: { '‹Player 1›': '‹Player 2› came' },
    })
  })

  it('are bounded: those who left first are forgotten first, and nobody who is there', () => {
    const { players, join, leave } = setUp()
    join('Resident')
    for (let at = 0; at < 5_000; at += 1) {
      join(`Bot_${at}`)
      leave(`Bot_${at}`)
    }
    expect(players.names).toHaveLength(500)
    expect(players.names).toContain('Resident')
    expect(players.names).toContain('Bot_4999')
    join('x'.repeat(9_000))
    join('')
    expect(players.names).toHaveLength(500)
    for (let at = 0; at < 5_000; at += 1) players.noteNamed({ playerName: `Named_${at}` })
    expect(players.names).toContain('Resident')
    expect(players.names).toHaveLength(1_000)
  })

  it('are not forgotten because calls name others: those are forgotten first', () => {
    const { players, stream, join, leave } = setUp()
    join('Steve_Smith')
    leave('Steve_Smith')
    players.noteNamed({ playerName: 'Absentee' })
    for (let at = 0; at < 499; at += 1) players.noteNamed({ playerName: `Named_${at}` })
    players.noteNamed({ playerName: 'Absentee' })
    expect(stream.text('Steve_Smith and Absentee')).toBe('‹Player 1› and ‹Player 2›')
    for (let at = 0; at < 499; at += 1) players.noteNamed({ playerName: `Other_${at}` })
    expect(stream.text('Steve_Smith and Absentee')).toBe('‹Player 1› and ‹Player 2›')
    expect(players.names).not.toContain('Named_498')
    join('Other_7')
    expect(players.names.filter((name) => name === 'Other_7')).toHaveLength(1)
    for (let at = 0; at < 999; at += 1) players.noteNamed({ playerName: `More_${at}` })
    expect(players.names).toContain('Other_7')
  })

  it('are never seen, and what stands for them is readable, in any text with any names', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_]{3,16}$/u)
    times(200).forAll(fc.tuple(fc.array(name, { minLength: 1, maxLength: 8 }), fc.boolean()), ([names, isZh]) => {
      const { stream, join } = setUp(isZh ? { language: 'zh' } : {})
      for (const each of names) join(each)
      const shown = stream.value({ players: names, data: names.map((playerName) => ({ playerName })) })
      for (const each of [...shown.players, ...shown.data.map(({ playerName }) => playerName)]) {
        expect(isMark(each)).toBe(true)
        expect(each).toMatch(isZh ? /^‹玩家 \d+›$/u : /^‹Player \d+›$/u)
      }
      expect(JSON.stringify(shown).replace(everyMark(), '')).not.toMatch(/NaN|undefined|null/u)
      expect(new Set(shown.players).size).toBe(new Set(names.map((each) => each.toLowerCase())).size)
    })
  })
})
