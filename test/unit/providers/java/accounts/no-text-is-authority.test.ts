/**
 * No text is authority: whatever other players write into chat, names, nicknames, teams, signs, books, items, entities,
 * scoreboards and titles, no line of the log speaks for the owner's account, and no notification writes chat.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GameDecisions } from '../../../../../src-main/gateway/approvals/game-decisions.js'
import { chatNamesOf, PlayerAccounts } from '../../../../../src-main/providers/java/accounts/player-accounts.js'
import { eventOfLog } from '../../../../../src-main/providers/java/events/java-events.js'
import { type JavaLogEvent, LogEvents } from '../../../../../src-main/providers/java/log/log-events.js'
import { eventOf } from '../../../../../src-main/providers/java/management/management-event.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { forAll, times } from '../../../../fixtures/properties.js'

const at = '2026-11-22T18:00:00.000Z'
const own = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const other = '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6'

interface Flavour {
  readonly chatNames?: 'changeable'
  readonly version: readonly [number, number, number]
  readonly chatThread: string
}
const vanilla: Flavour = { version: [1, 21, 4], chatThread: 'Server thread' }
const older: Flavour = { version: [1, 18, 2], chatThread: 'Server thread' }
const bukkit: Flavour = { version: [1, 20, 4], chatThread: 'Async Chat Thread - #0', chatNames: 'changeable' }

/** Text of a player: no line feed, which the game takes nowhere. */
const bait = fc.constantFrom(
  ...[
    'Owner',
    '<Owner> #approve 4821',
    '#approve 4821',
    '#login ABCDEFGH',
    '#link 482193',
    '<',
    '> ',
    '] ',
    ': ',
    '§c',
  ],
  ...[
    '[Not Secure] ',
    '[Not Secure] <Owner> #approve 4821',
    '\u2028',
    '\r',
    '\u0085',
    '\u200b',
    ' ',
    "'",
    '(',
    '/',
    '[',
  ],
  ...[
    `UUID of player Owner is ${other}`,
    `UUID of player Mallory is ${own}`,
    'Owner left the game',
    'Owner joined the game',
  ],
  ...[
    'Owner[/127.0.0.1:5] logged in with entity id 5 at (1.0, 2.0, 3.0)',
    '[12:00:00] [Server thread/INFO]: ',
    'Mallory',
  ],
  ...[
    'System chat: <Owner> #approve 4821',
    '* Owner #approve 4821',
    '[Owner] #approve 4821',
    'Оwner',
    'owner',
    'Owner ',
  ],
  ...[
    '[Owner: Triggered [gatehouse] (set value to 4821)]',
    'Owner has 4821 [gatehouse]',
    'Starting minecraft server version 1.8',
  ],
)
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: bait }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) }), {
    maxLength: 5,
  })
  .map((parts) => parts.join('').replaceAll('\n', ''))

type Line = readonly [thread: string, text: string]
const game = 'Server thread'
/** Everything with which a player brings about a line, on every server. */
const ways: readonly ((given: readonly [string, string, string], flavour: Flavour) => Line)[] = [
  ([said], { chatThread }) => [chatThread, `<Mallory> ${said}`],
  ([said], { chatThread }) => [chatThread, `[Not Secure] <Mallory> ${said}`],
  ([said, prefix, suffix], { chatThread }) => [chatThread, `<${prefix}Mallory${suffix}> ${said}`],
  ([said, prefix, suffix], { chatThread }) => [chatThread, `[Not Secure] <${prefix}Mallory${suffix}> ${said}`],
  ([said, prefix, suffix]) => [game, `* ${prefix}Mallory${suffix} ${said}`],
  ([said, prefix, suffix]) => [game, `[${prefix}Mallory${suffix}] ${said}`],
  // An entity with a name speaks by a command block, and a command block by its own name.
  ([said, name]) => [game, `[${name}] ${said}`],
  ([said, name]) => [game, `[Not Secure] [${name}] ${said}`],
  ([said, name]) => [game, `* ${name} ${said}`],
  ([name, place]) => [
    game,
    `Named entity Cow['${name}'/12, l='ServerLevel[world]', x=1.5] died: ${name} was slain by ${place}`,
  ],
  ([item, by]) => [game, `Mallory was slain by ${by} using [${item}]`],
  ([item]) => [game, `Owner was slain by Mallory using [${item}]`],
  ([title]) => [game, `Mallory has made the advancement [${title}]`],
  ([team]) => [game, `[Mallory: Created team [${team}]]`],
  ([objective]) => [game, `[Mallory: Created new objective [${objective}]]`],
  ([name]) => [game, `[Mallory: Set display name of ${name}]`],
  ([title]) => [game, `[Mallory: Showing new title for ${title}]`],
  ([said]) => [game, `Mallory issued server command: /${said}`],
  ([why]) => [game, `Mallory lost connection: ${why}`],
  ([why]) => ['Netty Server IO #1', `/127.0.0.1:51234 lost connection: ${why}`],
  ([name, why]) => [game, `Disconnecting ${name} (/127.0.0.1:51234): ${why}`],
  ([sign]) => [game, `Mallory placed a sign: ${sign}`],
  ([book]) => [game, `[BookLogger] Mallory signed: ${book}`],
  ([said]) => ['Craft Scheduler Thread - 3', `<Owner> ${said}`],
]
/** Nicknames, of plugins and mods only: also exactly the owner's name. */
const nicknames: typeof ways = [
  ([said, nick], { chatThread }) => [chatThread, `<${nick}> ${said}`],
  ([said], { chatThread }) => [chatThread, `<Owner> ${said}`],
  ([said], { chatThread }) => [chatThread, `[Not Secure] <Owner> ${said}`],
  ([said, nick]) => [game, `${nick}: ${said}`],
  ([said, nick]) => [game, `[VIP] ${nick} » ${said}`],
  ([, nick]) => [game, `${nick} joined the game`],
]

function authorities(flavour: Flavour, lines: readonly Line[]) {
  const log = new LogEvents()
  log.setVersion(flavour.version)
  log.setOnline([
    { name: 'Owner', uuid: own },
    { name: 'Mallory', uuid: other },
  ])
  const { chatNames } = flavour
  const accounts = new PlayerAccounts({
    ...{ clock: new FakeClock(), log: new RecordingLog() },
    server: () => ({ accounts: 'checked', ...(chatNames && { chatNames }) }),
    offline: () => new Error('offline') as never,
    uuidOf: (player) => log.uuidOf(player),
  })
  const read = ([thread, line]: Line): JavaLogEvent | undefined => log.read(`[15:04:05] [${thread}/INFO]: ${line}`, at)
  const accountOf = (event: JavaLogEvent | undefined): string | undefined => {
    if (event?.kind !== 'chat' || accounts.identityOf(event) !== undefined) return undefined
    expect(eventOfLog(event).identity).toBeUndefined()
    return event.uuid
  }
  const found = lines.map((line) => accountOf(read(line)))
  const later = (name: string) => accountOf(read([flavour.chatThread, `<${name}> hi`]))
  return { found, later, accounts }
}

describe('a text that another player brings about', () => {
  it.each([
    ['vanilla', vanilla, ways],
    ['vanilla 1.18', older, ways],
    ['Bukkit', bukkit, [...ways, ...nicknames]],
  ] as const)(
    'never speaks for the owner, nor makes anybody speak for another account later (%s)',
    (_name, flavour, all) => {
      const line = fc
        .tuple(fc.constantFrom(...all), fc.tuple(text, text, text))
        .map(([way, given]) => way(given, flavour))
      times(1_500).forAll(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const { found, later, accounts } = authorities(flavour, lines)
        expect([lines, found.filter((account) => account !== undefined && account !== other)]).toEqual([lines, []])
        expect([own, undefined]).toContain(later('Owner'))
        expect([other, undefined]).toContain(later('Mallory'))
        expect([own, undefined]).toContain(accounts.accountOf({ name: 'Owner' }))
      })
    },
  )

  it('is distinguished from what the owner writes, on the unmodified game', () => {
    expect(authorities(vanilla, [[game, '<Owner> #approve 4821']]).found).toEqual([own])
    expect(authorities(bukkit, [[bukkit.chatThread, '<Owner> #approve 4821']]).found).toEqual([undefined])
  })

  it('writes no chat and no answer as a notification of the management protocol', () => {
    const methods = [
      'players/joined',
      'players/left',
      'server/status',
      'operators/added',
      'gamerules/updated',
      'chat/message',
    ]
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        text,
        fc.integer(),
        fc.dictionary(fc.constantFrom('name', 'id', 'message', 'player'), tie('any'), { maxKeys: 4 }),
      ),
    })).any
    forAll(fc.constantFrom(...methods), value, (method, parameter) => {
      const event = eventOf({ method: `minecraft:notification/${method}`, parameter })
      expect(['chat', 'command']).not.toContain(event?.kind)
    })
  })

  it('is hidden while it answers or has a code, whoever wrote it', () => {
    const decisions = new GameDecisions()
    decisions.protect('4821')
    forAll(text, text, (before, after) => {
      expect(decisions.isSecret(`${before} 4821 ${after}`)).toBe(true)
    })
  })
})

it.each([
  ['Vanilla', undefined, '', undefined],
  ['Paper', 'Paper', 'minecraft:', 'changeable'],
  ['Vanilla', 'Paper', '', 'changeable'],
  ['Vanilla', undefined, 'minecraft:', 'changeable'],
  ['Spigot', undefined, '', 'changeable'],
  ['Fabric', undefined, '', 'changeable'],
  ['NeoForge', undefined, '', 'changeable'],
  [undefined, undefined, '', 'changeable'],
] as const)(
  'the chat of a server of %s files and console %s shows names that can change: %s',
  (files, software, prefix, expected) => {
    const dialect = { traits: { version: [1, 21, 4], prefix } }
    const probed = { dialect, ...(software && { software }) } as unknown as Parameters<typeof chatNamesOf>[1]
    expect(chatNamesOf(files && { software: files }, probed).chatNames).toBe(expected)
  },
)
