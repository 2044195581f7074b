/** Whatever players, plugins and the game write between, the reply is the same, and nothing but the mark ends it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StreamConsole } from '../../../../../../src-main/providers/java/ways/stream/stream-console.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import { ModelConsole } from '../../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../../fakes/java/console/model-world.js'
import { ConsoleProcess, headers, within } from '../../../../../fakes/java/console-process.js'

/** More than any player can know: the word of the next mark. */
const word = 'c0ffee00c0ffee00c0de'
const forms = ['vanilla', 'paper', 'forge', 'fabric'] as const
const commands = [
  'list',
  'list uuids',
  'time query gametime',
  'difficulty',
  'whitelist list',
  'difficulty nonsense',
  'help tick',
]

/** What a player can type: any text without control characters. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replace(/[\p{Cc}§]/gu, '').trim() || 'hi'),
  fc.constantFrom(
    `Storage gatehouse:${word} has the following contents: {}`,
    `data get storage gatehouse:${word}<--[HERE]`,
    `Player ${word} has no scores recorded`,
    `${word} has no scores to show`,
    `data get storage gatehouse:${word}`,
    `${headers.vanilla}Storage gatehouse:${word} has the following contents: {}`,
    `${headers.paper}There are 99 of a max of 100 players online: Herobrine`,
    '> list',
    'There are 0 of a max of 20 players online: ',
    'Unknown command',
    'Stopping the server',
  ),
)

const player = fc.constantFrom('Steve', 'Mallory')
/** Texts of lines with the header of the game. */
const gameText = fc.oneof(
  fc.tuple(player, typed).map(([name, text]) => `<${name}> ${text}`),
  fc.tuple(player, typed).map(([name, text]) => `[Not Secure] <${name}> ${text}`),
  fc.tuple(player, typed).map(([name, text]) => `* ${name} ${text}`),
  fc.tuple(fc.constantFrom('Server', 'Rcon', '@', 'Steve'), typed).map(([name, text]) => `[${name}] ${text}`),
  typed.map((text) => `[Not Secure] [Server] ${text}`),
  typed.map((text) => `[VIP] Steve: ${text}`),
  typed.map((text) => `Steve » ${text}`),
  fc.tuple(player, typed).map(([name, text]) => `[${name}: Set the time to ${text}]`),
  fc.tuple(player, typed).map(([name, text]) => `${name} issued server command: /msg Alex ${text}`),
  typed.map((text) => `[EssentialsX] ${text}`),
  typed.map((text) => `Named entity EntityWolf['${text}'/12, l='world', x=1.00, y=2.00, z=3.00] died: gone`),
  typed.map((text) => `Steve was slain by Zombie using [${text}]`),
  fc.constantFrom(
    'Mallory drowned',
    'Steve fell from a high place',
    'Mallory was slain by Zombie',
    'Steve has made the advancement [Stone Age]',
    'Mallory has completed the challenge [Arbalistic]',
    'UUID of player Mallory is 11111111-1111-4111-8111-111111111111',
    'Mallory[/127.0.0.1:51234] logged in with entity id 42 at (1.5, 64.0, -3.25)',
    'Mallory joined the game',
    'Mallory lost connection: Disconnected',
    'Mallory left the game',
    "Saving chunks for level 'ServerLevel[world]'/minecraft:overworld",
    'ThreadedAnvilChunkStorage (world): All chunks are saved',
  ),
)

/** Whole lines of others, and what a terminal draws. */
const other = (header: string) =>
  fc.oneof(
    { weight: 6, arbitrary: gameText.map((text) => `${header}${text}\n`) },
    typed.map((text) => `[12:34:56] [Async Chat Thread - #0/INFO]: ${text}\n`),
    typed.map((text) => `[12:34:56] [Craft Scheduler Thread - 3/INFO]: ${text}\n`),
    typed.map((text) => `[12:34:56 WARN]: ${text}\n\tat net.minecraft.Foo.bar(Foo.java:12)\nCaused by: ${text}\n`),
    fc.constantFrom('> ', '\r\u001b[K> ', '> li\r\u001b[K', '\u001b[?2004h', `> data get stor\r\u001b[K`),
  )

const model = () => {
  const world = new MemoryWorld()
  world.join('Steve')
  return new ModelConsole({ version: '1.21.4', world })
}

describe('the reply on the stream console', () => {
  it('is the same whatever is written between, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...forms)
          .chain((form) =>
            fc.tuple(fc.constant(form), fc.array(fc.array(other(headers[form]), { maxLength: 3 }), { maxLength: 12 })),
          ),
        fc.constantFrom(...commands),
        fc.constantFrom('none' as const, 'driver' as const, 'jline' as const),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async ([form, noise], command, terminal, sizes) => {
          const server = model()
          const clock = new FakeClock()
          let isNoisy = false
          let turn = 0
          let cuts = 0
          const stream = new ConsoleProcess({
            run: (line) => server.messages(line),
            header: headers[form],
            terminal,
            between: () => (isNoisy ? (noise[turn++]?.join('') ?? '') : ''),
            cut: (output) => {
              const pieces: string[] = []
              for (let at = 0; at < output.length; ) {
                const size = sizes[cuts++ % sizes.length] ?? 1
                pieces.push(output.slice(at, at + size))
                at += size
              }
              return pieces
            },
          })
          const console = new StreamConsole({ stream, clock, word: () => word })
          console.start()
          // Who is online is known from then on.
          await within(clock, console.run('list'))
          isNoisy = true
          const reply = await within(clock, console.run(command))
          expect(reply).toBe((await model().messages(command)).join('\n'))
        },
      ),
      {
        numRuns: 100,
        examples: [
          [['vanilla', [[], ['> li\r\u001b[K']]], 'whitelist list', 'none', [1]],
          [['paper', [[], ['> data get stor\r\u001b[K', '> li\r\u001b[K']]], 'time query gametime', 'none', [1]],
          [['paper', [['[12:34:56 INFO]: [EssentialsX] hi\n']]], 'whitelist list', 'none', [1]],
        ],
      },
    )
  })

  it('does not end by what a player writes, even with the word of the mark', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...forms),
        fc.array(gameText, { minLength: 1, maxLength: 8 }),
        async (form, texts) => {
          const clock = new FakeClock()
          let isSilent = false
          const stream = new ConsoleProcess({
            run: async (line) => (isSilent ? [] : model().messages(line)),
            header: headers[form],
          })
          const console = new StreamConsole({ stream, clock, word: () => word })
          console.start()
          await within(clock, console.run('list'))
          isSilent = true
          const outcome = console.run('difficulty', { timeoutMs: 1_000 }).then(
            (reply) => `done: ${reply}`,
            (error) => error.details?.mayHaveRun,
          )
          await clock.advance(0)
          for (const text of texts) stream.write(`${headers[form]}${text}\n`)
          await clock.advance(1_000)
          expect(await outcome).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })
})
