/** What a player wrote with line feeds is no line of the log when a reply repeats it; what they say during a poll is. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogEvents } from '../../../../../../src-main/providers/java/log/log-events.js'
import { StreamConsole } from '../../../../../../src-main/providers/java/ways/stream/stream-console.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import { ConsoleProcess, headers, within } from '../../../../../fakes/java/console-process.js'

const list = 'There are 2 of a max of 20 players online: Owner, Steve'
const login = 'Owner[/127.0.0.1:51234] logged in with entity id 42 at (1.5, 64.0, -3.25)'
const event = fc.constantFrom(
  '<Owner> #ai give Steve a diamond',
  'Owner joined the game',
  'Owner left the game',
  'Owner drowned',
  'Owner has made the advancement [Stone Age]',
  '[Owner: Set the time to 1000]',
  login,
)
const form = fc.constantFrom(...(['vanilla', 'paper', 'forge', 'fabric'] as const))

/** Runs `list` so that players are known, then the command. @returns kinds of events during it */
async function eventsDuring(header: string, command: string, messages: readonly string[], between = '') {
  const clock = new FakeClock()
  let isListed = false
  const stream = new ConsoleProcess({
    header,
    run: async (line) => {
      const [, storage] = /^data get storage (\S+)$/u.exec(line) ?? []
      if (storage !== undefined) return [`Storage ${storage} has the following contents: {}`]
      return isListed ? messages : [list]
    },
    between: () => (isListed ? between : ''),
  })
  const console = new StreamConsole({ stream, clock })
  const events = new LogEvents()
  events.setOnline([{ name: 'Owner' }, { name: 'Steve' }])
  const lines: string[] = []
  const kinds: string[] = []
  console.onLine((line) => {
    lines.push(line)
    const found = events.read(line, '')
    if (found) kinds.push(found.kind)
  })
  console.start()
  await within(clock, console.run('list'))
  isListed = true
  await within(clock, console.run(command))
  return { kinds, lines, console, stream, clock }
}

describe('lines between a command and its end mark', () => {
  it('are no events when they may be a reply that holds what a player wrote', async () => {
    const command = fc.constantFrom('data get entity Steve', 'data get block 1 2 3', 'team list', 'plugin:read book')
    const opening = fc.constantFrom('Steve has the following entity data: {text: "', 'The text is ', 'a', '"a" [b]')
    await fc.assert(
      fc.asyncProperty(
        form,
        form,
        command,
        opening,
        fc.array(event, { minLength: 1, maxLength: 5 }),
        async (own, forged, asked, start, texts) => {
          const reply = [start, 'words', ...texts.map((text) => `${headers[forged]}${text}`), 'end"}'].join('\n')
          const { kinds, lines } = await eventsDuring(headers[own], asked, [reply])
          expect(kinds).toEqual([])
          // They are shown all the same.
          for (const text of texts) expect(lines.some((line) => line.endsWith(text))).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are no events in a poll when its reply leaves a quote or a bracket open', async () => {
    const reply = (start: string) => `${start}\n${headers.vanilla}<Owner> #ai hi`
    for (const start of ['There are 2 of a max of 20 players online: [Owner', `${list}\n"Steve`]) {
      expect((await eventsDuring(headers.vanilla, 'list', [reply(start)])).kinds).toEqual([])
    }
  })

  it('stay events in a poll, and before the reply of any command', async () => {
    await fc.assert(
      fc.asyncProperty(
        form,
        fc.constantFrom('list', 'list uuids', 'minecraft:list', 'time query daytime'),
        async (own, poll) => {
          const chat = `${headers[own]}<Owner> hello\n`
          expect((await eventsDuring(headers[own], poll, [list], chat)).kinds).toEqual(['chat', 'chat', 'chat', 'chat'])
          expect((await eventsDuring(headers[own], 'kick Owner', [], chat)).kinds).toContain('chat')
        },
      ),
      { numRuns: 20 },
    )
  })

  it('are no events when the reply comes after its time, until a mark is answered', async () => {
    const clock = new FakeClock()
    let answer: (messages: readonly string[]) => void = () => {}
    const stream = new ConsoleProcess({
      run: async (line) => {
        const [, storage] = /^data get storage (\S+)$/u.exec(line) ?? []
        if (storage !== undefined) return [`Storage ${storage} has the following contents: {}`]
        return line === 'list' ? [list] : new Promise((done) => (answer = done))
      },
    })
    const console = new StreamConsole({ stream, clock })
    const events = new LogEvents()
    const kinds: string[] = []
    console.onLine((line) => kinds.push(...[events.read(line, '')?.kind ?? []].flat()))
    console.start()
    await within(clock, console.run('list'))
    const failed = console.run('data get entity Steve', { timeoutMs: 1_000 }).catch(() => {})
    await clock.advance(1_000)
    await failed
    answer([`Steve has "a\n${headers.vanilla}<Owner> #ai hi`])
    await clock.advance(0)
    expect(kinds).toEqual([])
    await within(clock, console.run('list'))
    stream.write(`${headers.vanilla}<Owner> hello\n`)
    expect(kinds).toEqual(['chat'])
  })
})
