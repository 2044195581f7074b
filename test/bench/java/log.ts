/**
 * The log: how many lines a second are read, and whether any is lost while a server writes 10,000 a second.
 *
 * Floor: the same bytes split into lines, and no more.
 */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfinedFolder } from '../../../src-main/providers/java/folder/confined-folder.js'
import { JavaLogFollower, logOf } from '../../../src-main/providers/java/log/log-follower.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { alternately, cost, median, perSecond, printFigures, sized } from '../contract/timing.js'

const aSecond = 10_000
const seconds = sized({ full: 10, quick: 2, once: 1 })
const lines = sized({ full: 500_000, quick: 50_000, once: 5_000 })

const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
const log = path.join(root, 'logs', 'latest.log')
mkdirSync(path.dirname(log))
const folder = await ConfinedFolder.open(root)

const start = '[15:04:05] [Server thread/INFO]: '
const login = `${start}Steve[/127.0.0.1:50213] logged in with entity id 247 at (-193.5, 69.0, 43.49)\n`
const line = (number: number): string =>
  [
    `${start}<Steve> line ${number}\n`,
    `${start}Steve issued server command: /home ${number}\n`,
    `[15:04:05] [Worker-Main-3/INFO]: Preparing spawn area: ${number % 100}%\n`,
    `[15:04:05] [Server thread/WARN]: Steve moved too quickly! ${number},2.5,-3.5\n`,
  ][number % 4] ?? ''

async function readWhole(): Promise<number> {
  let events = 0
  const follower = new JavaLogFollower({
    source: logOf(folder),
    clock: systemClock,
    fromBeginning: true,
    onEvent: () => events++,
  })
  await follower.poll()
  await follower.stop()
  return events
}

writeFileSync(log, login + Array.from({ length: lines }, (_, number) => line(number)).join(''))
const expected = 1 + lines / 2
if ((await readWhole()) !== expected) throw new Error('Events are missing.')
const { ours, floor } = await alternately(sized({ full: 5, quick: 2, once: 1 }), {
  ours: readWhole,
  floor: () => readFileSync(log, 'utf8').split('\n').length,
})

writeFileSync(log, '')
let events = 0
const follower = new JavaLogFollower({ source: logOf(folder), clock: systemClock, onEvent: () => events++ })
await follower.poll()
follower.start()
appendFileSync(log, login)
const usedBefore = process.cpuUsage()
const began = performance.now()
for (let number = 0; number < aSecond * seconds; ) {
  const due = Math.min(aSecond * seconds, Math.floor(((performance.now() - began) / 1_000) * aSecond))
  let text = ''
  for (; number < due; number++) text += line(number)
  if (text) appendFileSync(log, text)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
const used = process.cpuUsage(usedBefore)
await follower.poll()
await follower.stop()
rmSync(root, { recursive: true })
const lost = 1 + (aSecond * seconds) / 2 - events

printFigures([
  perSecond('lines of a log', lines, median(ours.elapsed), median(floor.elapsed)),
  cost(`events lost of ${aSecond} lines a second for ${seconds} s`, 'events', lost),
  cost('processor time for each second of it, with writing', 'ms', (used.user + used.system) / 1_000 / seconds),
])
process.exit(0)
