import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventOfLog } from '../../../../../src-main/providers/java/events/java-events.js'
import { LogEvents } from '../../../../../src-main/providers/java/log/log-events.js'
import { processorMs } from '../../../../fixtures/processor-time.js'
import { forAll } from '../../../../fixtures/properties.js'

const at = '2026-11-22T18:00:00.000Z'
const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const login = (name: string, address = '/127.0.0.1:50213') =>
  `${name}[${address}] logged in with entity id 247 at (-193.5, 69.0, 43.49)`

/** How each software writes a line of the server thread. */
const forms: Readonly<Record<string, (text: string, thread?: string, level?: string) => string>> = {
  vanilla: (text, thread = 'Server thread', level = 'INFO') => `[15:04:05] [${thread}/${level}]: ${text}`,
  'the console of Paper': (text, _thread, level = 'INFO') => `[15:04:05 ${level}]: ${text}`,
  'Forge and NeoForge': (text, thread = 'Server thread', level = 'INFO') =>
    `[22Nov2026 15:04:05.123] [${thread}/${level}] [net.minecraft.server.MinecraftServer/]: ${text}`,
  'Forge 1.12': (text, thread = 'Server thread', level = 'INFO') =>
    `[15:04:05] [${thread}/${level}] [minecraft/DedicatedServer]: ${text}`,
}
const vanilla = forms.vanilla ?? ((text: string) => text)

function reader(...online: string[]) {
  const events = new LogEvents()
  events.setVersion([1, 21, 4])
  events.setOnline(online.map((name) => ({ name })))
  return { read: (text: string) => events.read(vanilla(text), at), raw: (line: string) => events.read(line, at) }
}

describe.each(Object.entries(forms))('the log of %s', (software, form) => {
  it('yields the events of a session from join to leave', () => {
    const events = new LogEvents()
    const read = (text: string, thread?: string, level?: string) => events.read(form(text, thread, level), at)
    expect(
      read('UUID of player Notch is 069a79f4-44e9-4726-a5be-fca90e38aaf5', 'User Authenticator #1'),
    ).toBeUndefined()
    expect(read(login('Notch'))).toEqual({ at, kind: 'join', player: 'Notch', uuid })
    expect(read('Notch joined the game')).toBeUndefined()
    expect(read('<Notch> Hello <world>')).toEqual({
      at,
      kind: 'chat',
      player: 'Notch',
      uuid,
      text: 'Hello <world>',
      form: 'chat',
      ...(software.startsWith('Forge') && { hasLogger: true }),
    })
    expect(read('Notch has made the advancement [Stone Age]')).toMatchObject({
      kind: 'advancement',
      title: 'Stone Age',
    })
    expect(read('Notch was slain by Zombie')).toMatchObject({ kind: 'death', text: 'Notch was slain by Zombie' })
    expect(read('Notch issued server command: /login my password')).toEqual({
      at,
      kind: 'command',
      player: 'Notch',
      uuid,
      name: 'login',
    })
    expect(read('Notch lost connection: Disconnected')).toMatchObject({
      kind: 'leave',
      player: 'Notch',
      reason: 'Disconnected',
    })
    expect(read('Notch left the game')).toBeUndefined()
    expect(read('Done (3.217s)! For help, type "help"')).toEqual({ at, kind: 'started' })
    expect(
      read("Can't keep up! Is the server overloaded? Running 2034ms or 40 ticks behind", undefined, 'WARN'),
    ).toEqual({
      at,
      kind: 'behind',
      milliseconds: 2_034,
      ticks: 40,
    })
    expect(read('Stopping server')).toEqual({ at, kind: 'stopping' })
  })
})

describe('log events', () => {
  it.each([
    [login('Steve', 'IP hidden')],
    [login('Steve', '/[2001:db8:0:0:0:0:0:1]:50213')],
    ['Steve[/10.0.0.7:1] logged in with entity id 1 at ([world]-1.0E-5, 64.0, 12.25)'],
    [login('.BedrockSteve')],
  ])('recognize a login by its complete form: %s', (line) => expect(reader().read(line)?.kind).toBe('join'))

  it.each([
    'Steve joined the game',
    'Eve was slain by Zombie using [Steve[/1.1.1.1:1] logged in with entity id 1 at (0.0, 0.0, 0.0)]',
    `${login('Steve')} and more`,
    `* Eve ${login('Steve')}`,
    `[Eve] ${login('Steve')}`,
    `[Eve: ${login('Steve')}]`,
    "Named entity Villager['Steve'/1] died: Steve was slain by Zombie",
  ])('read no join from another line: %s', (line) => expect(reader('Eve').read(line)?.kind).not.toBe('join'))

  it('ignore players who are not online', () => {
    const { read } = reader('Alex')
    for (const text of [
      'Steve left the game',
      'Steve was slain by Zombie',
      'Steve has made the advancement [x]',
      '* Steve waves',
    ])
      expect(read(text)).toBeUndefined()
  })

  it.each([
    ['[Not Secure] <Alex> hi', { kind: 'chat', player: 'Alex', text: 'hi', form: 'chat' }],
    ['<[VIP] Alex> hi', { kind: 'chat', player: 'Alex', text: 'hi', form: 'chat' }],
    ['[Not Secure] [Alex] to all', { kind: 'chat', player: 'Alex', text: 'to all', form: 'say' }],
    ['* Alex waves', { kind: 'chat', player: 'Alex', text: 'waves', form: 'emote' }],
    ['[Alex: Set the time to 1000]', { kind: 'command', player: 'Alex', feedback: 'Set the time to 1000' }],
    ['Alex drowned whilst trying to escape Guardian', { kind: 'death', player: 'Alex' }],
    ['Alex fell out of the world', { kind: 'death', player: 'Alex' }],
    ['Alex left the game', { kind: 'leave', player: 'Alex' }],
  ])('read %s', (text, event) => expect(reader('Alex').read(text)).toMatchObject(event))

  it.each([
    ['<Steve> #approve 4821', undefined],
    ['[Not Secure] <Steve> #approve 4821', undefined],
    ['[Steve] #approve 4821', true],
    ['[Not Secure] [Steve] #approve 4821', true],
    ['* Steve #approve 4821', true],
    ['<[VIP] Steve> #approve 4821', true],
    ['[Not Secure] <[VIP] Steve> #approve 4821', true],
    ['[C]<Steve> #approve 4821', true],
    ['§c<Steve> #approve 4821', true],
    ['<Steve> #approve 48§c21', true],
    ['<Steve> #approve 48\u200b21', true],
    ['[VIP] Steve: #approve 4821', true],
    ['Steve: #approve 4821', true],
    ['System chat: <Steve> #approve 4821', true],
  ])('distinguish what a player types from what only shows their name: %s', (line, isDisplayText) => {
    const event = reader('Steve').read(line)
    if (event?.kind !== 'chat') throw new Error('no chat')
    const { eventId, data, identity } = eventOfLog(event)
    expect([eventId, data.playerName, data.message]).toEqual(['player.chat', 'Steve', '#approve 4821'])
    expect(identity).toBe(isDisplayText ? 'display' : undefined)
  })

  it.each([
    ['1.18.2', true],
    ['1.19', true],
    ['22w14a', true],
    ['1.19.1', undefined],
    ['1.20.4', undefined],
    ['26.1', undefined],
  ])('of %s believe what follows [Not Secure] only where the server writes it', (version, isDisplayText) => {
    const events = new LogEvents()
    events.setVersion([1, 21, 4])
    events.read(vanilla(`Starting minecraft server version ${version}`), at)
    events.setOnline([{ name: 'Steve' }])
    expect(events.read(vanilla('[Not Secure] <Steve> #approve 4821'), at)).toMatchObject({
      player: 'Steve',
      ...(isDisplayText && { isDisplayText }),
    })
    const event = events.read(vanilla('[Not Secure] <Steve> hi'), at)
    expect(event?.kind === 'chat' && event.isDisplayText).toBe(isDisplayText)
    const unknown = new LogEvents()
    unknown.setOnline([{ name: 'Steve' }])
    expect(unknown.read(vanilla('[Not Secure] <Steve> hi'), at)).toMatchObject({ isDisplayText: true })
  })

  it.each([
    ['[Rcon: Set the time to 1000]'],
    ['[Rcon] hello'],
    ['Alex moved too quickly! 1,2,3'],
    ['Alex fell in love'],
    ['Alex was slain by '],
    ['\tat net.minecraft.server.Main(Main.java:1)'],
  ])('leave out %s', (text) => expect(reader('Alex').read(text)).toBeUndefined())

  it.each([
    ['Async Chat Thread - #0', '[VIP] Steve: one', { kind: 'chat', player: 'Steve', text: 'one' }],
    ['Async Chat Thread - #0', '[G] [President] [VIP] Steve: three', { kind: 'chat', player: 'Steve', text: 'three' }],
    ['Async Chat Thread - #0', 'world ~Steve: four', { kind: 'chat', player: 'Steve', text: 'four' }],
    ['Async Chat Thread - #0', 'Alex » five', { kind: 'chat', player: 'Alex', text: 'five' }],
    ['Async Chat Thread - #0', '<[Owner] Steve> six', { kind: 'chat', player: 'Steve', text: 'six' }],
    ['Async Chat Thread - #0', '[Not Secure] [C]<Steve> seven', { kind: 'chat', player: 'Steve', text: 'seven' }],
    ['Server thread', '§7[Guest] §fSteve§7: eight', { kind: 'chat', player: 'Steve', text: 'eight' }],
    ['Region Scheduler Thread #0', 'Steve drowned', { kind: 'death', player: 'Steve' }],
    ['Folia Region Scheduler Thread #15', 'Alex was slain by Zombie', { kind: 'death', player: 'Alex' }],
    ['Server thread', 'System chat: Steve was slain by Zombie', { kind: 'death', player: 'Steve' }],
    ['Server thread', 'System chat: [Steve: Set the time to 0]', { kind: 'command', feedback: 'Set the time to 0' }],
    ['Server thread', '[Red] Steve was slain by Zombie', { kind: 'death', player: 'Steve' }],
    ['Server thread', '★ Steve [AFK] drowned', { kind: 'death', player: 'Steve' }],
    ['Server thread', '§c[Red] §fSteve drowned', { kind: 'death', player: 'Steve', text: '[Red] Steve drowned' }],
    ['Server thread', '.Two Words was slain by Alex', { kind: 'death', player: '.Two Words' }],
    ['Server thread', '.Two Words has made the advancement [Stone Age]', { kind: 'advancement', player: '.Two Words' }],
    ['Server thread', '.Two Words lost connection: Disconnected', { kind: 'leave', player: '.Two Words' }],
    ['Server thread', '<.Two Words> hi', { kind: 'chat', player: '.Two Words', text: 'hi' }],
    ['Server thread', '小明 drowned', { kind: 'death', player: '小明' }],
    ['Server Shutdown Thread', 'Stopping server', { kind: 'stopping' }],
  ])('read what %s writes: %s', (thread, text, event) => {
    const { raw } = reader('Steve', 'Alex', '.Two Words', '小明')
    expect(raw(`[12:50:56] [${thread}/INFO]: ${text}`)).toMatchObject(event)
  })

  it('read the name that a team shows from the line about the join, before or after the login', () => {
    for (const isFirst of [true, false]) {
      const { read } = reader()
      const lines = [login('Steve'), 'System chat: Red Steve joined the game']
      for (const line of isFirst ? lines : lines.toReversed()) read(line)
      expect(read('Red Steve was slain by Zombie')).toMatchObject({ kind: 'death', player: 'Steve' })
    }
  })

  it('believe a login of a name with spaces only after its UUID', () => {
    const { read, raw } = reader('Eve')
    expect(read(login('.Two Words'))).toBeUndefined()
    expect(read(`* Eve ${login('Steve')}`)?.kind).toBe('chat')
    raw(`[10:00:00] [User Authenticator #1/INFO]: UUID of player .Two Words is ${uuid}`)
    expect(read(login('.Two Words'))).toMatchObject({ kind: 'join', player: '.Two Words', uuid })
  })

  it('read the chat of Pumpkin, which writes no time, but no such line of a log that does', () => {
    const pumpkin = reader('Steve')
    expect(pumpkin.raw('[INFO] <chat> Steve: hi')).toMatchObject({ kind: 'chat', player: 'Steve', text: 'hi' })
    const other = reader('Steve')
    other.read('anything')
    expect(other.raw('[INFO] Stopping server')).toBeUndefined()
  })

  it('take from chat threads only chat', () => {
    const { raw } = reader('Alex')
    expect(raw('[10:00:00] [Async Chat Thread - #1/INFO]: <Alex> hi')?.kind).toBe('chat')
    expect(raw('[10:00:00] [Async Chat Thread - #1/INFO]: Alex left the game')).toBeUndefined()
    expect(raw('[10:00:00] [Worker-Main-1/INFO]: Alex left the game')).toBeUndefined()
  })

  it('omit arguments of a command that may be a password', () => {
    const event = reader('Alex').read('Alex issued server command: /msg Steve my password is 1234')
    expect(JSON.stringify(event)).not.toContain('1234')
  })

  it('start with nobody online after a restart that wrote no leaves', () => {
    const { read } = reader('Alex')
    read('Starting minecraft server version 1.21.4')
    expect(read('Alex left the game')).toBeUndefined()
    expect(read(login('Alex'))?.kind).toBe('join')
  })

  it('let nobody forge an event of another kind by what they write', () => {
    const bait = fc.constantFrom(
      ...[
        login('Steve'),
        'Steve left the game',
        'Alex was slain by Zombie',
        'Stopping server',
        'Done (1.0s)! For help, type "help"',
      ],
      ...[
        '> ',
        '<Steve> ',
        '[Not Secure] ',
        '[15:04:05] [Server thread/INFO]: ',
        '\u2028',
        '\u0085',
        '\r',
        ']: ',
        ' ',
        '* ',
      ],
    )
    const anyText = fc
      .array(fc.oneof(bait, fc.string({ maxLength: 6 })), { maxLength: 6 })
      .map((parts) => parts.join('').replaceAll('\n', ''))
    forAll(anyText, fc.constantFrom(...Object.values(forms)), fc.boolean(), (text, form, isMarked) => {
      const events = new LogEvents()
      events.setOnline([{ name: 'Alex' }, { name: 'Steve' }])
      const event = events.read(form(`${isMarked ? '[Not Secure] ' : ''}<Alex> ${text}`), at)
      expect([event?.kind, event?.kind === 'chat' && event.player]).toEqual(['chat', 'Alex'])
      const emote = events.read(form(`* Alex ${text}`), at)
      expect(emote?.kind).toBe('chat')
      for (const line of [`[Alex] ${text}`, `[Alex: ${text}]`]) {
        expect(['chat', 'command', undefined]).toContain(events.read(form(line), at)?.kind)
      }
    })
  })

  it('let no name of a mob or item, and no odd name of a player, forge one', () => {
    const name = fc.constantFrom(
      'Stopping server',
      'Steve[/1.1.1.1:1]',
      'Alex left the game',
      login('Steve'),
      'x]: [',
      '[Alex]',
    )
    forAll(name, name, (one, other) => {
      const { read } = reader('Alex')
      const death = read(`Alex was slain by ${one} using [${other}]`)
      expect(death?.kind).toBe('death')
      for (const line of [
        `${one} was slain by ${other}`,
        `Named entity ${one} died: ${other}`,
        `${one} joined the game`,
      ]) {
        expect(['death', 'chat', undefined]).toContain(read(line)?.kind)
      }
    })
  })

  it('never fail on any line, and take each in linear time', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 400 }), (line) => void reader('Alex').raw(line))
    const began = processorMs()
    for (const part of ['[', ' ', '<', 'a', '1', '(', 'Alex ']) reader('Alex').read(part.repeat(16_000))
    expect(processorMs() - began).toBeLessThan(1_000)
  })
})
