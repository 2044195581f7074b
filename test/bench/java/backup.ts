/**
 * An incremental backup of a world of 1 GB where 1 % changed. Floor: `rsync --link-dest` in turns on the same disk, where
 * the system has it. The server's own save is not part of it.
 */

import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BackupService } from '../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import { cost, type Figure, median, printFigures, sized } from '../contract/timing.js'

const files = sized({ full: 200, quick: 20, once: 3 })
const fileBytes = 5 * 1024 * 1024
const changed = Math.max(1, files / 100)
const rounds = sized({ full: 5, quick: 2, once: 1 })

const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
const server = path.join(root, 'server')
const regions = path.join(server, 'world', 'region')
mkdirSync(regions, { recursive: true })
writeFileSync(path.join(server, 'server.properties'), 'level-name=world\nserver-port=1\n')
const content = randomFillSync(Buffer.alloc(fileBytes))
let version = 0
const write = (index: number): void => {
  const file = path.join(regions, `r.${index}.0.mca`)
  content.writeUInt32LE(version++)
  writeFileSync(file, content)
  const at = Date.now() / 1_000 - 60
  utimesSync(file, at, at)
}
for (let index = 0; index < files; index++) write(index)

const folder = await openServerFolder(server, { log: quietLog })
const store = path.join(root, 'backups')
const retention = { maxBackups: 3, maxBytes: 1e12 }
const backups = new BackupService({
  folder,
  console: new SavingServer(),
  store,
  clock: systemClock,
  log: quietLog,
  recordRemoval: () => undefined,
  retention,
})

async function elapsed(act: () => unknown): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

let earlier: string | undefined
let copies = 0
/** Undefined where there is no rsync. */
async function rsync(): Promise<number | undefined> {
  const target = path.join(root, `rsync-${copies++}`)
  const link = earlier === undefined ? [] : [`--link-dest=${path.join(earlier, 'world')}`]
  const args = ['-a', ...link, `${path.join(server, 'world')}/`, `${path.join(target, 'world')}/`]
  mkdirSync(target)
  try {
    return await elapsed(() => execFileSync('rsync', args))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    if (earlier !== undefined) rmSync(earlier, { recursive: true })
    earlier = target
  }
}

const [first, firstRsync] = [await elapsed(() => backups.backup()), await rsync()]
const [ours, theirs]: number[][] = [[], []]
for (let round = 0; round < rounds; round++) {
  for (let index = 0; index < changed; index++) write((round * changed + index) % files)
  ours?.push(await elapsed(() => backups.backup()))
  const took = await rsync()
  if (took !== undefined) theirs?.push(took)
}
rmSync(root, { recursive: true })
const size = `${Math.round((files * fileBytes) / 1024 ** 2)} MB`
const floor = theirs && theirs.length > 0 ? median(theirs) : undefined
if (floor === undefined) console.error('rsync is not installed: the backup is measured without a floor.')
const figures: Figure[] = [
  cost(`first backup of ${size}`, 'ms', first, firstRsync),
  cost(`backup of ${size} where ${changed} of ${files} files changed`, 'ms', median(ours ?? []), floor),
]
printFigures(figures)
process.exit(0)
