import { describe, expect, it } from 'vitest'
import { createStreamMask, StreamAliases } from '../../../../src-main/policy/redaction/stream-mask.js'
import { coveredFactsOf } from '../../../../src-main/policy/rules/coverage.js'
import { maskUnderTest } from './stream-mask-under-test.js'

const mask = maskUnderTest()

describe('stream mask, in texts', () => {
  const examples: readonly (readonly [what: string, text: string, secret: string])[] = [
    ['an IPv4 address', 'joined from 203.0.113.77', '203.0.113.77'],
    ['one with a port', 'dial 203.0.113.77:25565 now', '203.0.113.77'],
    ['one in brackets around its dots', 'at 203[.]0[.]113[.]77', '113'],
    ['one in wide digits', 'ip ２０３.0.113.77 ok', '113.77'],
    ['one with ideographic dots', '203。0。113。77', '113'],
    ['one with zero-width spaces', '203.0\u200b.113.77', '113'],
    ['one behind colour codes', '§a203.§b0.§c113.77', '113'],
    ['one written out', '\\u0032\\u0030\\u0033.0.113.77', '113.77'],
    ['an IPv6 address', 'from [2001:db8::dead:beef]:25565', 'dead:beef'],
    ['a WebSocket address', 'cannot reach ws://mc.example.com:8765/agent', 'example'],
    ['the host of a server that is known', 'SMP.Example.Test is down', 'SMP.Example'],
    ['a known host of one word', 'ws://keep:8765 and keep:8765', 'keep'],
    ['a domain', 'come to play.example.net!', 'example'],
    ['a host with a port', 'come to anything.lan:25565', 'anything'],
    ['coordinates with commas', 'base at (1234, 64, -5678)', '1234'],
    ['coordinates with spaces', '/tp Bob 1234 64 -5678', '5678'],
    ['coordinates in other digits', 'base １２３４，64，−5678', '5678'],
    ['coordinates with letters', 'x=1234 y: 64 Z = -5678', '5678'],
    ['coordinates in JSON within a sentence', 'he said {"x": 1234, "y": 64}', '1234'],
    ['relative coordinates', 'tp ~ ~1234 ~-5678', '5678'],
    ['a pair of coordinates', 'meet me at 1234, -5678', '5678'],
    ['a pair of coordinates in Chinese', '坐标是 1234, -5678', '5678'],
    ['a bearer token', 'Authorization: Bearer abcDEF123', 'abcDEF123'],
    ['a token in a sentence', 'token=hunter2abc ok', 'hunter2abc'],
    ['a password in quotes', '{"password": "hunter two"', 'hunter'],
    ['a password in Chinese', '密码：hunter2', 'hunter2'],
    ['a key of a client', `use gh_0a1b2c3d_${'aB3'.repeat(14)}x`, 'aB3'],
    ['a long random text', `see ${'xY9_-'.repeat(9)}`, 'xY9'],
    ['a JSON web token', 'eyJhbGciOi.eyJzdWIiOjF9.abc_DEF', 'eyJzdWIi'],
    ['a pairing code', 'the pairing code is 123456', '123456'],
    ['a chosen name', 'hi Steve_Smith!', 'Steve'],
    ['a chosen name in capitals', 'HI STEVE_SMITH', 'STEVE'],
    ['a chosen name without its accent', 'angel came', 'angel'],
    ['a chosen name with its accent apart', 'A\u0301ngel came', 'ngel'],
    ['a chosen name in look-alikes', 'Ѕtеvе_Ѕmith came', 'mith'],
    ['a chosen name in wide letters', 'Ｓｔｅｖｅ＿Ｓｍｉｔｈ came', 'ｍｉｔｈ'],
    ['a chosen name behind codes', 'S\u200bt§aeve_Smith came', 'Smith'],
    ['a chosen name with another space', 'anna\u00a0 lee came', 'lee'],
    ['a chosen name without spaces around it', '玩家小明进入了游戏', '小明'],
    ['a Latin name among Chinese', '玩家Ángel进入', 'ngel'],
    ['a private message', '/msg Bob the base is under the lake', 'lake'],
    ['one by another word', '/minecraft:tell Bob under the lake', 'lake'],
    ['one that came', 'Bob whispers to you: under the lake', 'lake'],
    ['one that came in Chinese', 'Bob 悄悄地对你说：在湖下面', '湖'],
    ['one with an arrow', '[Bob -> me] under the lake', 'lake'],
    ['one that hides behind a mark', '/msg Bob ‹secret› under the lake', 'lake'],
    ['a password that hides behind a mark', 'password: ‹secret›hunter2', 'hunter2'],
    ['a name in what looks like a mark', '‹Player steve_smith›', 'steve'],
    ['a home folder', 'saved in /home/ada/worlds', 'ada'],
    ['one of Windows', 'C:\\Users\\Ada Byron\\AppData', 'Byron'],
    ['one in JSON', '"C:\\\\Users\\\\ada\\\\x"', 'ada'],
    ['one elsewhere', '/data/ada/worlds', 'ada'],
    ['the name of a user in a path', '/srv/ada/worlds', 'ada'],
  ]
  for (const [what, text, secret] of examples) {
    it(`redacts ${what}`, () => {
      const masked = mask.text(text)
      expect(masked).not.toContain(secret)
      expect(masked).toContain('‹')
      expect(mask.text(masked)).toBe(masked)
    })
  }

  const left = [
    'Paper 1.20.4',
    'player.teleport',
    'world.time.set',
    '2026-11-22T07:21:25.123Z',
    'It took 12 ms.',
    'Steve came.',
    'Set the time to night for 6 players?',
    'AB:CD:EF:01:23:45',
    '5f2b1c1e-6f0e-4c35-9f1e-2b8e0a7d5c11',
    'a'.repeat(64),
    'minecraft:diamond_sword',
    '3 of 10',
    'http://json-schema.org/draft-07/schema#',
  ]
  for (const text of left) it(`leaves "${text.slice(0, 40)}" as it is`, () => expect(mask.text(text)).toBe(text))

  it('gives the same name the same mark, however it is spelt', () => {
    expect(mask.text('steve_smith, STEVE_SMITH and Ángel')).toBe('‹Player A›, ‹Player A› and ‹Player B›')
  })

  it('gives the same address the same mark', () => {
    const one = mask.text('203.0.113.77 and 198.51.100.1')
    expect(mask.text('198.51.100.1')).toBe(one.split(' and ')[1])
  })

  it('speaks Chinese', () => {
    expect(createStreamMask({ language: 'zh', names: ['Bob'] }).text('Bob 在 10, 20, 30')).toBe('‹玩家 A› 在 ‹坐标›')
  })

  it('searches only what it is configured for', () => {
    const least = createStreamMask({ language: 'en', names: ['Bob'], kinds: ['secret', 'address', 'whisper', 'home'] })
    expect(least.text('Bob at 10, 20, 30 on 203.0.113.7')).toBe('Bob at 10, 20, 30 on ‹address 1›')
    expect(least.value({ x: 10, data: { location: [1, 2, 3] } })).toEqual({ x: 10, data: { location: [1, 2, 3] } })
  })
})

describe('the numbers of marks', () => {
  const maskWith = (aliases: StreamAliases) => createStreamMask({ language: 'en', players: [], aliases })

  it('are bounded: every further one has the same mark', () => {
    const masked = maskWith(new StreamAliases())
    const shown = masked.value({ players: Array.from({ length: 10_100 }, (_, at) => `Player_${at}`) }).players
    expect(shown.slice(9_997)).toEqual(['‹Player 9998›', '‹Player 9999›', ...Array(101).fill('‹Player›')])
    expect(masked.value({ player: 'Player_7' })).toEqual({ player: '‹Player 8›' })
    expect(masked.text('203.0.113.77')).toBe('‹address 1›')
  })

  it('are kept for no text that is longer than any name or address: it has the mark of those without a number', () => {
    const aliases = new StreamAliases()
    const masked = maskWith(aliases)
    const [long, other] = ['a', 'b'].map((letter) => `ws://${letter.repeat(5_000)}.example`)
    expect([masked.text(`${long} ${other}`), masked.text('ws://c.example')]).toEqual([
      '‹address› ‹address›',
      '‹address 1›',
    ])
    expect(masked.value({ player: 'x'.repeat(5_000) })).toEqual({ player: '‹Player›' })
    expect(masked.text(`ws://${'d'.repeat(500)}.example`)).toBe('‹address 2›')
  })
})

describe('stream mask, in data', () => {
  const see = (value: unknown) => mask.value(value)
  const place = '‹coordinates›'

  it('redacts coordinates and leaves other numbers', () => {
    expect(
      see({ location: { world: 'overworld', x: 10, y: 64.5, z: -7, yaw: 90 }, blockX: 3, min_y: 4, count: 5 }),
    ).toEqual({
      location: { world: 'overworld', x: place, y: place, z: place, yaw: 90 },
      blockX: place,
      min_y: place,
      count: 5,
    })
  })

  it('redacts lists of coordinates, and leaves those that are none', () => {
    expect(
      see({
        from: [1, 2],
        anything: [1, 2, 3],
        path: [
          [1, 2, 3],
          [4, 5, 6],
        ],
        tps: [20, 20, 19],
        sizes: [1, 2],
      }),
    ).toEqual({
      from: [place, place],
      anything: [place, place, place],
      path: [
        [place, place, place],
        [place, place, place],
      ],
      tps: [20, 20, 19],
      sizes: [1, 2],
    })
  })

  it('redacts what is named like a secret, and a code of digits', () => {
    expect(
      see({ token: 'abc', apiKey: 'k', code: '123456', pin: 1234, nested: { secret: { a: 1, b: [true, 'x'] } } }),
    ).toEqual({
      token: '‹secret›',
      apiKey: '‹secret›',
      code: '‹secret›',
      pin: '‹secret›',
      nested: { secret: '‹secret›' },
    })
    expect(see({ token: { '/home/ada': [], Steve: 'x', '203.0.113.7': 1 } })).toEqual({ token: '‹secret›' })
    expect(see({ code: 'RISK.APPROVAL_CLOSED' })).toEqual({ code: 'RISK.APPROVAL_CLOSED' })
  })

  it('redacts the text of private messages, and keeps sender and time', () => {
    const entry = {
      kind: 'game',
      eventId: 'player.whisper',
      data: { player: 'Bob', to: 'Eve', message: 'lake', extra: ['lake'] },
    }
    expect(see(entry)).toEqual({
      ...entry,
      data: { player: 'Bob', to: 'Eve', message: '‹whisper›', extra: ['‹whisper›'] },
    })
    expect(see({ eventId: 'player.chat', data: { channel: 'private', text: 'lake' } })).toEqual({
      eventId: 'player.chat',
      data: { channel: 'private', text: '‹whisper›' },
    })
    expect(see({ command: 'msg Bob the lake' })).toEqual({ command: 'msg ‹whisper›' })
    expect(see({ eventId: 'player.chat', data: { message: 'hello' } })).toEqual({
      eventId: 'player.chat',
      data: { message: 'hello' },
    })
  })

  it('searches JSON within a text, at any depth', () => {
    const inner = JSON.stringify({ x: 77_001, deeper: JSON.stringify({ token: 'hunter2', who: 'Steve_Smith' }) })
    const masked = (see({ note: inner }) as { note: string }).note
    expect(masked).not.toMatch(/77001|hunter2|Steve/u)
    expect(JSON.parse(masked).x).toBe(place)
  })

  it('redacts names in the names of members, and keeps them apart', () => {
    expect(see({ players: { Steve_Smith: 1, STEVE_SMITH: 2, Ángel: 3 } })).toEqual({
      players: { '‹Player A›': 1, '‹Player A› (2)': 2, '‹Player B›': 3 },
    })
  })

  it('keeps the values that screens depend on, even when a player has that name', () => {
    const odd = createStreamMask({ language: 'en', names: ['Model', 'done', 'name', 'player'] })
    const call = {
      kind: 'call',
      result: 'done',
      caller: { type: 'model', name: 'Model' },
      capabilityId: 'player.teleport',
    }
    expect(odd.value(call)).toEqual({ ...call, caller: { type: 'model', name: '‹Player A›' } })
  })

  it('hides values that are nested too deep', () => {
    let deep: unknown = '203.0.113.77'
    for (let i = 0; i < 200; i += 1) deep = { a: deep }
    expect(JSON.stringify(see(deep))).not.toContain('203')
  })
})

it('stream mask reports each masked text and each masked member name, with the members that have it', () => {
  const seen: unknown[] = []
  const server = { id: '203.0.113.7:8765', name: 'Home', roles: { '203.0.113.7:8765': 'viewer' } }
  const masked = mask.value({ server, text: JSON.stringify([server.id]) }, (...found) => seen.push(found))
  expect(seen).toEqual([
    ['id', server.id, masked.server.id, 'server'],
    ['roles', server.id, masked.server.id, 'server'],
    ['text', server.id, masked.server.id, ''],
    ['text', JSON.stringify([server.id]), masked.text, ''],
  ])
})

it('stream mask, in what an answer covers, hides who and where, in the facts of a rule too, and keeps what draws the sentence', () => {
  const place = { world: 'world', x: 1234, y: 64, z: -5678 }
  const given = { location: place, type: 'minecraft:stone', playerName: 'Steve_Smith' }
  const { exactly, narrow } = coveredFactsOf({ id: 'world.block.set' }, given, given)
  for (const facts of [exactly, narrow]) {
    const shown = mask.value({ what: { id: 'narrow', facts }, duration: '15-minutes' })
    expect(JSON.stringify(shown)).not.toMatch(/1234|5678|Steve/u)
    expect(shown.what.id).toBe('narrow')
    expect(shown.what.facts?.map(({ kind }) => kind)).toEqual(facts?.map(({ kind }) => kind))
    expect(JSON.stringify(shown)).toContain('minecraft:stone')
  }
})
