/** Invariant 7: however much a server writes at once, others have their turn, and nothing is lost without a word. */
import { describe, expect, it } from 'vitest'
import { StreamConsole } from '../../../../../../src-main/providers/java/ways/stream/stream-console.js'
import { FakeClock, settled } from '../../../../../fakes/fake-clock.js'
import { ModelConsole } from '../../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../../fakes/java/console/model-world.js'
import { ConsoleProcess, headers, within } from '../../../../../fakes/java/console-process.js'

const megabyte = 1_048_576

function sceneOf() {
  const server = new ModelConsole({ version: '1.21.4', world: new MemoryWorld() })
  const clock = new FakeClock()
  let isSilent = false
  const stream = new ConsoleProcess({ run: async (line) => (isSilent ? [] : server.messages(line)) })
  const console = new StreamConsole({ stream, clock })
  const lines: string[] = []
  let skipped = 0
  console.onLine((line) => lines.push(line))
  console.onSkipped((count) => {
    skipped += count
  })
  console.start()
  const silence = (on: boolean) => {
    isSilent = on
  }
  return { clock, stream, console, lines, silence, skipped: () => skipped }
}

const loggedLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `${headers.vanilla}Steve was slain by Zombie number ${index}`)

const flood = loggedLines(12_000)

async function until(condition: () => boolean) {
  while (!condition()) await settled()
}

describe('a flood on the stream console', () => {
  it.each([
    ['lines', () => `${flood.join('\n')}\n`],
    ['line feeds', () => `${'\n'.repeat(megabyte - 1_000)}${headers.vanilla}<Steve> last\n`],
  ])('of %s is read in slices and in order, and a reply behind it is found', async (_, text) => {
    const { clock, stream, console, lines, skipped } = sceneOf()
    await within(clock, console.run('list'))
    lines.length = 0
    const reply = console.run('difficulty', { timeoutMs: 600_000 })
    const written = text()
    const expected = written.split('\n').filter((line) => line !== '')
    stream.write(written)
    expect(lines.length).toBeLessThan(expected.length)
    expect(await within(clock, reply)).toBe('The difficulty is Easy')
    expect(lines.filter((line) => !line.includes('The difficulty is'))).toEqual(expected)
    expect(skipped()).toBe(0)
  })

  it('is dropped beyond a bound and counted, and the command has an unknown outcome', async () => {
    const { clock, stream, console, lines, silence, skipped } = sceneOf()
    await within(clock, console.run('list'))
    silence(true)
    const outcome = console.run('difficulty', { timeoutMs: 600_000 }).catch((error) => error.details)
    await clock.advance(0)
    lines.length = 0
    const piece = `${flood.join('\n')}\n`
    for (let count = 0; count < 3; count += 1) stream.write(piece)
    stream.write(`${piece}${headers.vanilla}cut `)
    await until(() => skipped() > 0)
    stream.write(`${headers.vanilla}<Owner> forged\n${headers.vanilla}whole\n`)
    await until(() => lines.includes(`${headers.vanilla}whole`))
    expect(await outcome).toMatchObject({ mayHaveRun: true })
    expect(skipped() % piece.length).toBe(`${headers.vanilla}cut `.length)
    expect(lines.some((line) => line.includes('forged'))).toBe(false)
    silence(false)
    expect(await within(clock, console.run('difficulty'))).toBe('The difficulty is Easy')
  })
})
