import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { DockerLog } from '../../../../../../src-main/providers/java/ways/docker/docker-log.js'
import { DockerEngine } from '../../../../../../src-main/providers/java/ways/docker/engine.js'
import { systemClock } from '../../../../../../src-main/storage/system-clock.js'
import { ModelEngine } from '../../../../../fakes/java/docker/model-engine.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function scene() {
  const engine = await ModelEngine.start()
  endings.push(() => engine.stop())
  let elapsed = 0
  const clock = { ...systemClock, elapsed: () => elapsed }
  const client = new DockerEngine({ isLocal: true, target: { socketPath: engine.socket } }, clock)
  const lines: string[] = []
  const late: string[] = []
  const earlier: string[] = []
  const log = new DockerLog(
    { clock, engine: async () => client, container: 'mc' },
    {
      startsAtEnd: true,
      onEarlier: (found) => earlier.push(...found.map(({ text }) => text)),
      onLines: async (found) => {
        late.push(...found.filter(({ isLate }) => isLate).map(({ text }) => text))
        return lines.push(...found.map(({ text }) => text)) > 0
      },
    },
  )
  endings.push(() => log.close())
  /** A new connection, as after a cut, until it has ended. */
  const reconnect = async () => {
    elapsed += 10_000
    const { length } = engine.logQueries
    await log.poll()
    for (let quiet = 0; quiet < 3; ) {
      const before = lines.length
      await new Promise((resolve) => setImmediate(resolve))
      await log.poll()
      quiet = engine.logQueries.length > length && lines.length === before ? quiet + 1 : 0
    }
  }
  const gone = () => {
    elapsed += 10_000
    return log.poll()
  }
  return { engine, log, lines, late, earlier, reconnect, gone }
}

const timeOf = (moment: number): string =>
  `2026-11-26T16:20:${String(20 + Math.floor(moment / 2)).padStart(2, '0')}.${moment % 2}46770776Z`

it('returns each line once, however often the connection is cut, also of lines of one moment', async () => {
  const growth = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 4 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(growth, async (steps) => {
      const { engine, lines, earlier, reconnect } = await scene()
      let moment = 0
      const written: string[] = []
      for (const step of steps) {
        for (const later of step) {
          moment += later
          written.push(`line ${written.length}`)
          engine.log = [...engine.log, [timeOf(moment), `line ${written.length - 1}`]]
        }
        await reconnect()
      }
      expect([...earlier, ...lines]).toEqual(written)
    }),
    { numRuns: 20 },
  )
})

it('keeps its place while the engine is gone, and reports that until it is back', async () => {
  const { engine, log, lines, reconnect, gone } = await scene()
  engine.log = [[timeOf(0), 'before']]
  await reconnect()
  engine.isGone = true
  await expect(gone()).rejects.toMatchObject({ details: { reason: 'docker-engine-lost' } })
  await expect(log.poll()).rejects.toMatchObject({ details: { reason: 'docker-engine-lost' } })
  expect(log.isOpen).toBe(false)
  await log.close()
  engine.isGone = false
  engine.log = [...engine.log, [timeOf(1), 'meanwhile']]
  await reconnect()
  expect(lines).toEqual(['meanwhile'])
  expect(log.isOpen).toBe(true)
})

it('marks lines as late that were written more than a minute before the connection, by the clock of the engine', async () => {
  const { engine, lines, late, reconnect } = await scene()
  const before = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  engine.log = [[timeOf(0), 'before']]
  await reconnect()
  engine.log = [...engine.log, [before(90), 'long ago'], [before(5), 'just now']]
  await reconnect()
  expect(lines).toEqual(['long ago', 'just now'])
  expect(late).toEqual(['long ago'])
})

it('reads the output of a terminal: what overwrites the prompt counts', async () => {
  const { engine, lines, reconnect } = await scene()
  engine.tty = true
  await reconnect()
  engine.log = [[timeOf(1), '> \r[12:00:00] [Server thread/INFO]: Done']]
  await reconnect()
  expect(lines).toEqual(['[12:00:00] [Server thread/INFO]: Done'])
})

it('leaves out a line of more than 16 KB, and no other', async () => {
  const { engine, lines, reconnect } = await scene()
  await reconnect()
  engine.log = [
    [timeOf(1), 'x'.repeat(20_000)],
    [timeOf(2), 'after'],
  ]
  await reconnect()
  expect(lines).toEqual(['after'])
})
