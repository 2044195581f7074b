import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BackupService } from '../../../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import type { RunningState } from '../../../../../src-main/providers/java/setup/server-running.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { BackupScene, treeOf, whyOf } from './backup-scene.js'

let scene: BackupScene
let root: BackupScene['root']
let server: BackupScene['server']
let store: BackupScene['store']
let game: BackupScene['game']
let clock: BackupScene['clock']
let running: RunningState
beforeEach(() => {
  running = 'stopped'
  scene = new BackupScene(() => running)
  ;({ root, server, store, game, clock } = scene)
})
afterEach(() => scene.remove())

const put: BackupScene['put'] = (...file) => scene.put(...file)
const service: BackupScene['service'] = (options) => scene.service(options)
const nextSecond = () => clock.advance(1_000)

describe('a backup', () => {
  it('switches saving off, flushes, copies and switches it on again', async () => {
    const backups = await service()
    const summary = await backups.backup()
    expect(game.commands).toEqual(['save-off', 'save-all flush', 'save-on'])
    expect(summary).toMatchObject({
      files: 4,
      bytes: 20_505,
      copiedBytes: 20_505,
      worlds: ['world', 'world_nether'],
      skipped: 0,
    })
    expect(treeOf(path.join(store, summary.id))).toMatchObject({
      'world/level.dat': 'level',
      'world_nether/DIM-1/region/r.0.0.mca': 'c'.repeat(500),
    })
    expect(existsSync(path.join(store, summary.id, 'world/session.lock'))).toBe(false)
    expect(backups.list()).toEqual([summary])
    expect(readdirSync(store)).toEqual([summary.id])
  })

  it('keeps the name that a person gave it', async () => {
    const backups = await service()
    await backups.backup({ name: 'before the event' })
    expect(backups.list()[0]?.name).toBe('before the event')
  })

  it('copies only what changed since the last one', async () => {
    const backups = await service()
    const first = await backups.backup()
    await nextSecond()
    put('world/region/r.0.1.mca', 'B'.repeat(10_000), 30)
    put('world/region/r.0.2.mca', 'new', 30)
    const second = await backups.backup()
    expect([second.files, second.copiedBytes]).toEqual([5, 10_003])
    const inode = (id: string, name: string) => statSync(path.join(store, id, 'world/region', name)).ino
    expect(inode(second.id, 'r.0.0.mca')).toBe(inode(first.id, 'r.0.0.mca'))
    expect(treeOf(path.join(store, first.id))['world/region/r.0.1.mca']).toBe('b'.repeat(10_000))
    expect(backups.list().map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('copies a file again that was written while the last one began', async () => {
    const backups = await service()
    put('world/level.dat', 'fresh', -30)
    await backups.backup()
    await nextSecond()
    expect((await backups.backup()).copiedBytes).toBe(5)
  })

  it('copies a file again that changed while it was copied', async () => {
    const backups = await service()
    let times = 0
    const file = path.join(server, 'world/region/r.0.0.mca')
    game.beforeReply = (command) => {
      if (command === 'save-all flush') times = 1
    }
    const { id } = await backups.backup({
      onProgress: ({ phase, filesDone }) => {
        if (phase === 'copying' && filesDone === 1 && times++ === 1) appendFileSync(file, 'late')
      },
    })
    const manifest = JSON.parse(readFileSync(path.join(store, id, 'backup.json'), 'utf8'))
    const tree = treeOf(path.join(store, id))
    for (const { path: name, size } of manifest.files) expect(tree[name]).toHaveLength(size)
  })

  it('reports how far it is', async () => {
    const seen: BackupProgress[] = []
    await (await service()).backup({ onProgress: (progress) => seen.push(progress) })
    const four = (phase: BackupProgress['phase']) => [phase, phase, phase, phase]
    expect(seen.map(({ phase }) => phase)).toEqual(['saving', ...four('copying'), ...four('verifying'), 'finishing'])
    expect(seen[4]).toEqual({ phase: 'copying', files: 4, filesDone: 4, bytes: 20_505, bytesDone: 20_505 })
  })

  it('leaves saving off where the owner had switched it off', async () => {
    game.isSaving = false
    await (await service()).backup()
    expect(game.isSaving).toBe(false)
    expect(readdirSync(store)).toHaveLength(1)
  })

  it('leaves out links, so that nothing outside the folder is copied', async () => {
    writeFileSync(path.join(root, 'secret'), 'secret')
    symlinkSync(path.join(root, 'secret'), path.join(server, 'world', 'link'))
    const { id, skipped } = await (await service()).backup()
    expect(skipped).toBe(1)
    expect(existsSync(path.join(store, id, 'world/link'))).toBe(false)
  })

  it('does not begin without enough free space, and switches nothing', async () => {
    const backups = await service({ freeBytes: async () => 1_000 })
    expect(await whyOf(backups.backup())).toBe('backup-no-space')
    expect(game.commands).toEqual([])
    expect(readdirSync(store)).toEqual([])
  })

  it('fails when the disk gets full on the way, keeps nothing and switches saving on', async () => {
    const backups = await service()
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
    const failing = backups.backup({
      onProgress: ({ phase }) => {
        if (phase === 'copying') throw full
      },
    })
    expect(await whyOf(failing)).toBe('folder-disk-full')
    expect([game.isSaving, readdirSync(store)]).toEqual([true, []])
  })

  it('ends when it is cancelled, and switches saving on', async () => {
    const cancel = new AbortController()
    const backups = await service()
    const ending = backups.backup({
      onProgress: ({ filesDone }) => {
        if (filesDone === 2) cancel.abort()
      },
      signal: cancel.signal,
    })
    await expect(ending).rejects.toThrow('aborted')
    expect([game.isSaving, readdirSync(store)]).toEqual([true, []])
  })

  it.each(['save-off', 'save-all flush'])(
    'fails where the server does not confirm %s, and switches saving on',
    async (command) => {
      game.replies.set(command, 'Befehl ausgef\u00fchrt')
      expect(await whyOf((await service()).backup())).toBe('backup-unknown-reply')
      expect([game.isSaving, readdirSync(store)]).toEqual([true, []])
    },
  )

  it('keeps the journal where saving cannot be switched on, and repairs it later', async () => {
    const backups = await service()
    game.replies.set('save-on', 'mixed up reply')
    expect(await whyOf(backups.backup())).toBe('backup-still-off')
    expect(existsSync(path.join(store, 'saving-off.json'))).toBe(true)
    game.replies.clear()
    expect(await (await service()).repairAfterCrash()).toEqual(['saving'])
    expect([game.isSaving, existsSync(path.join(store, 'saving-off.json'))]).toEqual([true, false])
    expect(await backups.repairAfterCrash()).toEqual([])
  })

  it('switches saving on after a crash also where the rest cannot be repaired', async () => {
    put('../backups/saving-off.json', '{}')
    const moves = [{ world: '../outside', incoming: '../outside.restoring' }]
    put('../backups/restoring.json', JSON.stringify({ place: server, moves, levels: {}, isMoving: false }))
    game.isSaving = false
    expect(await whyOf((await service()).repairAfterCrash())).toBe('folder-outside')
    expect([game.isSaving, existsSync(path.join(store, 'saving-off.json'))]).toEqual([true, false])
  })

  it('switches saving on after a crash also where nobody repaired it before the next backup', async () => {
    const backups = await service()
    game.beforeRun = (command) => {
      if (command === 'save-on') throw new Error('The connection closed.')
    }
    await backups.backup().catch(() => undefined)
    expect(game.isSaving).toBe(false)
    game.beforeRun = () => undefined
    await (await service()).backup()
    expect(game.isSaving).toBe(true)
  })

  it('runs alone', async () => {
    const backups = await service()
    const first = backups.backup()
    expect(await whyOf(backups.backup())).toBe('backup-busy')
    await first
  })

  it('needs no console while the server is stopped, and only then', async () => {
    const folder = await openServerFolder(server, { log: new RecordingLog() })
    const probes = {
      lockOf: async () => (running === 'running' ? ('held' as const) : ('free' as const)),
      isPortOpen: async () => false,
    }
    const backups = new BackupService({
      folder,
      store,
      clock,
      log: new RecordingLog(),
      recordRemoval: () => undefined,
      probes,
    })
    running = 'running'
    expect(await whyOf(backups.backup())).toBe('backup-not-stopped')
    running = 'stopped'
    expect((await backups.backup()).files).toBe(4)
  })

  it('begins with the world that the server uses now, not the one it used when its folder was opened', async () => {
    const backups = await service()
    put('second/level.dat', 'other')
    put('server.properties', 'level-name=second\nserver-port=1\n')
    const { id, worlds } = await backups.backup()
    expect(worlds).toEqual(['second', 'world'])
    expect(treeOf(path.join(store, id))['second/level.dat']).toBe('other')
  })

  it('is not made of a world nobody named, where the settings of the server are gone', async () => {
    const backups = await service()
    rmSync(path.join(server, 'server.properties'))
    expect(await whyOf(backups.backup())).toBe('folder-missing')
    expect(game.commands).toEqual([])
  })

  it('says that there is no world', async () => {
    const backups = await service()
    rmSync(path.join(server, 'world'), { recursive: true })
    rmSync(path.join(server, 'world_nether'), { recursive: true })
    expect(await whyOf(backups.backup())).toBe('backup-no-world')
  })
})

describe('retention', () => {
  const removed: string[] = []
  beforeEach(() => {
    removed.length = 0
  })
  /** A service with room for three, and the ids of what was made in it, oldest first. */
  async function filled(scheduled: readonly boolean[], retention = { maxBackups: 3, maxBytes: 1e9 }) {
    const backups = await service({ retention, recordRemoval: (id) => void removed.push(id) })
    const ids: string[] = []
    for (const one of scheduled) {
      ids.push((await backups.backup({ scheduled: one })).id)
      await nextSecond()
    }
    return { backups, ids }
  }
  const scheduledIn = (backups: BackupService) => backups.list().map(({ scheduled = false }) => scheduled)

  it('removes the oldest scheduled backup before an older one that a person made, and records it', async () => {
    const { backups, ids } = await filled([false, true, true, true])
    expect(removed).toEqual([ids[1]])
    expect(scheduledIn(backups)).toEqual([true, true, false])
  })
  it('lets a scheduled backup remove none that a person made: it fails before it copies', async () => {
    const { backups } = await filled([false, false, false])
    game.commands.length = 0
    expect(await whyOf(backups.backup({ scheduled: true }))).toBe('backup-full')
    expect([backups.list().length, removed, game.commands]).toEqual([3, [], []])
  })
  it('lets a scheduled backup fail where only the size leaves no room', async () => {
    const { backups } = await filled([false], { maxBackups: 10, maxBytes: 25_000 })
    put('world/region/r.0.0.mca', 'z'.repeat(10_000), 30)
    expect(await whyOf(backups.backup({ scheduled: true }))).toBe('backup-full')
    expect([scheduledIn(backups), readdirSync(store).filter((name) => name.endsWith('.part'))]).toEqual([[false], []])
  })
  it('records the removal of a backup that a person made, and keeps it when that fails', async () => {
    const { ids } = await filled([false, false, false, false])
    expect(removed).toEqual([ids[0]])
    const retention = { maxBackups: 3, maxBytes: 1e9 }
    const recordRemoval = () => {
      throw new Error('The disk is full.')
    }
    const unlogged = await service({ retention, recordRemoval })
    await unlogged.backup().catch(() => undefined)
    expect(unlogged.list()).toHaveLength(4)
  })
  it('keeps the newest by number', async () => {
    const backups = await service({ retention: { maxBackups: 2, maxBytes: 1e9 } })
    for (let index = 0; index < 4; index++) {
      await backups.backup()
      await nextSecond()
    }
    expect(backups.list()).toHaveLength(2)
    expect(treeOf(path.join(store, backups.list()[0]?.id ?? ''))['world/region/r.0.0.mca']).toBe('a'.repeat(10_000))
  })
  it('keeps them by what they take together, and always the newest', async () => {
    const backups = await service({ retention: { maxBackups: 10, maxBytes: 35_000 } })
    for (let index = 0; index < 4; index++) {
      put('world/region/r.0.0.mca', `${index}`.repeat(10_000), 60 - index)
      await backups.backup()
      await nextSecond()
    }
    expect(backups.list()).toHaveLength(2)
    const tiny = await service({ retention: { maxBackups: 10, maxBytes: 1 } })
    await tiny.backup()
    expect(tiny.list()).toHaveLength(1)
  })
})
