/** Backups of a server whose files are on another computer. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxCancelMs } from '../../../../../src-main/providers/java/backup/autosave.js'
import { backupProblems } from '../../../../../src-main/providers/java/backup/backup-problems.js'
import { BackupService } from '../../../../../src-main/providers/java/backup/backup-service.js'
import { ServerBackups } from '../../../../../src-main/providers/java/backup/server-backups.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import type { FileEntry } from '../../../../../src-main/providers/java/ports.js'
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

it('that is paused while it is verified continues with all that was copied', async () => {
  scene.put('world/level.dat', 'level', 10)
  const running = new AbortController()
  const onProgress = ({ phase }: BackupProgress) => {
    if (phase === 'verifying') running.abort(backupProblems.paused())
  }
  expect(await whyOf(backups.backup({ onProgress, signal: running.signal }))).toBe('backup-paused')
  expect(backups.partial?.files).toBe(4)
  files.ranges.length = 0
  await scene.clock.advance(1_000)
  const { id } = await backups.backup()
  expect(copied().filter((file) => file !== 'world/level.dat')).toEqual([])
  expect([readdirSync(scene.store), existsSync(path.join(scene.store, id, 'copied.jsonl'))]).toEqual([[id], false])
})

it('that is cut twice continues with what was copied before either cut', async () => {
  scene.put('world_nether/DIM-1/region/r.0.0.mca', 'c'.repeat(500), 10)
  for (const copiedSoFar of [1, 2]) {
    const asked = new Set<string>()
    files.beforeRead = (file) => {
      asked.add(file)
      files.broken = asked.size > 1
    }
    expect(await whyOf(backups.backup())).toBe('folder-unreadable')
    expect(backups.partial?.files).toBe(copiedSoFar)
    files.broken = false
    await scene.clock.advance(1_000)
  }
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

const why = (of: BackupService) => whyOf(of.backup())

describe('a broken or hostile host', () => {
  it.each([
    ['folders without end', (): FileEntry[] => [{ name: 'more', kind: 'folder' }]],
    [
      'names without end',
      () => Array.from({ length: 600_000 }, (_, at): FileEntry => ({ name: `${at}`, kind: 'link' })),
    ],
  ])('that lists %s ends the backup before saving is off', async (_what, listed) => {
    const { entries } = files
    files.entries = async (inside) => (inside.startsWith('world/') ? listed() : entries.call(files, inside))
    expect(await why(backups)).toBe('backup-too-many')
    expect([scene.game.commands, existsSync(scene.store) && readdirSync(scene.store)]).toEqual([[], []])
  })

  it('that never answers a list does not hold a backup that a person cancels', async () => {
    const running = new AbortController()
    const { entries } = files
    const asked = new Promise<void>((resolve) => {
      files.entries = (inside) => {
        if (inside !== 'world/region') return entries.call(files, inside)
        resolve()
        return new Promise(() => undefined)
      }
    })
    const result = whyOf(backups.backup({ signal: running.signal }))
    await asked
    running.abort(backupProblems.cancelled())
    await scene.clock.advance(maxCancelMs)
    expect([await result, backups.isBusy]).toEqual(['backup-cancelled', false])
  })

  it.each(['ranges', 'a whole file'])('that sends more than it listed fills no disk, read as %s', async (how) => {
    const size = 1_000_000_000
    let pieces = 0
    const { withFile } = files
    if (how === 'ranges')
      files.withFile = (file, use) =>
        withFile.call(files, file, (from, facts) => use(from, { ...facts, size })) as never
    else
      Object.assign(files, {
        fetch: async (_file: string, _target: string, onPiece: (bytes: number) => void) => {
          for (; ; pieces += 1) onPiece(1_000_000)
        },
      })
    expect(await why(backups)).toBe('backup-grows')
    expect([pieces < 50, readdirSync(scene.store), scene.game.commands.at(-1)]).toEqual([true, [], 'save-on'])
  })
})

it('that is paused has saving on, keeps what is copied, and continues with it or is discarded', async () => {
  const { store, clock } = scene
  scene.put('world/level.dat', 'level', 10)
  const all = new ServerBackups({
    clock,
    log: new RecordingLog(),
    store,
    serviceOf: (folder) =>
      new BackupService({ folder, store, clock, log: new RecordingLog(), recordRemoval: () => undefined }),
  })
  await all.serve(await openServerFolder(files, { log: new RecordingLog() }))
  all.connect({ console: scene.game, prefix: '' })
  for (const isResumed of [false, true]) {
    let reads = 0
    files.beforeRead = () => {
      reads += 1
      if (reads === 3) all.pause()
    }
    expect(await whyOf(all.backup())).toBe('backup-paused')
    files.beforeRead = () => undefined
    expect(await all.state()).toMatchObject({ backups: [], partial: { files: 2 } })
    expect(scene.game.commands.at(-1)).toBe('save-on')
    if (!isResumed) {
      await all.discard()
      expect([(await all.state())?.partial, readdirSync(store)]).toEqual([undefined, []])
    }
    await clock.advance(1_000)
  }
  files.ranges.length = 0
  await all.backup()
  expect(copied().length).toBeLessThan(4)
  expect((await all.state())?.partial).toBeUndefined()
})

it('of files whose times nobody tells is made all the same', async () => {
  const { facts } = files
  let now = 0
  files.facts = async (file) => {
    const found = await facts.call(files, file)
    now += 1_000
    return found && { ...found, modified: now }
  }
  expect(await why(backups)).toBe('backup-keeps-changing')
  Object.assign(files, { hasNoTimes: true })
  expect(await why(backups)).toBe('nothing was thrown')
})

it('that changes while it is copied is copied again', async () => {
  let left = 1
  files.beforeRead = (file) => {
    if (file === region && left-- > 0) writeFileSync(path.join(scene.server, region), 'changed')
  }
  const { id } = await backups.backup()
  expect(treeOf(path.join(scene.store, id))[region]).toBe('changed')
})
