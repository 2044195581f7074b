/** Backups of a server whose files are on another computer. */
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupProblems } from '../../../../../src-main/providers/java/backup/backup-problems.js'
import type { BackupService } from '../../../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { RemoteFiles } from '../../../../fakes/java/remote-files.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { BackupScene, treeOf, whyOf } from './backup-scene.js'

let scene: BackupScene
let files: RemoteFiles
let backups: BackupService
beforeEach(async () => {
  scene = new BackupScene(() => 'unknown')
  files = await RemoteFiles.open(scene.server)
  backups = await scene.service({ folder: await openServerFolder(files, { log: new RecordingLog() }) })
})
afterEach(() => scene.remove())

const copied = (from = files.ranges) => [...new Set(from.map((range) => range.path))].sort()
const region = 'world/region/r.0.0.mca'

it('copies every world with saving off, and only what changed the next time', async () => {
  const progress: BackupProgress[] = []
  const first = await backups.backup({ onProgress: (one) => progress.push(one) })
  expect(scene.game.commands).toEqual(['save-off', 'save-all flush', 'save-on'])
  expect(treeOf(path.join(scene.store, first.id))).toMatchObject({
    'world/level.dat': 'level',
    'world_nether/DIM-1/region/r.0.0.mca': 'c'.repeat(500),
  })
  expect(progress).toContainEqual({ phase: 'copying', files: 4, filesDone: 4, bytes: 20_505, bytesDone: 20_505 })
  scene.put('world/level.dat', 'later', 0)
  await scene.clock.advance(1_000)
  await backups.backup()
  scene.put(region, 'A'.repeat(10_000), 0)
  files.ranges.length = 0
  await scene.clock.advance(1_000)
  const third = await backups.backup()
  // What was saved in the last seconds before a backup is copied again: a change within the second would not show.
  expect(copied()).toEqual(['world/level.dat', region])
  expect(treeOf(path.join(scene.store, third.id))[region]).toBe('A'.repeat(10_000))
})

it('continues after the link was cut, and leaves saving on', async () => {
  // Nothing was saved in the last seconds.
  scene.put('world/level.dat', 'level', 10)
  let reads = 0
  files.beforeRead = () => {
    reads += 1
    if (reads > 3) files.broken = true
  }
  expect(await whyOf(backups.backup())).toBe('folder-unreadable')
  expect(scene.game.commands.at(-1)).toBe('save-on')
  expect(backups.list()).toEqual([])
  const before = copied().slice(0, -1)
  files.broken = false
  files.beforeRead = () => undefined
  files.ranges.length = 0
  expect(await backups.repairAfterCrash()).toEqual([])
  await scene.clock.advance(1_000)
  const { id } = await backups.backup()
  expect(before.filter((file) => copied().includes(file) && file !== 'world/level.dat')).toEqual([])
  expect(treeOf(path.join(scene.store, id))).toMatchObject({ [region]: 'a'.repeat(10_000), 'world/level.dat': 'level' })
  expect(readdirSync(scene.store)).toEqual([id])
})

it('keeps nothing of a backup that a person cancelled', async () => {
  const running = new AbortController()
  let reads = 0
  files.beforeRead = () => {
    reads += 1
    if (reads === 3) running.abort(backupProblems.cancelled())
  }
  expect(await whyOf(backups.backup({ signal: running.signal }))).toBe('backup-cancelled')
  expect(readdirSync(scene.store)).toEqual([])
})

it('that changes while it is copied is copied again', async () => {
  let left = 1
  files.beforeRead = (file) => {
    if (file === region && left-- > 0) writeFileSync(path.join(scene.server, region), 'changed')
  }
  const { id } = await backups.backup()
  expect(treeOf(path.join(scene.store, id))[region]).toBe('changed')
})

it('is not restored to another computer, and says so', async () => {
  const { id } = await backups.backup()
  expect(await whyOf(backups.restore(id))).toBe('backup-restore-elsewhere')
})
