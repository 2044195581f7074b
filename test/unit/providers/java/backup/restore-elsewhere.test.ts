/** Restores to a server whose files are on another computer. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PowerState } from '@shared/servers/server-way.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackupService } from '../../../../../src-main/providers/java/backup/backup-service.js'
import { ServerBackups } from '../../../../../src-main/providers/java/backup/server-backups.js'
import { folderError } from '../../../../../src-main/providers/java/folder/folder-problem.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { RemoteFiles } from '../../../../fakes/java/remote-files.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { BackupScene, treeOf, whyOf } from './backup-scene.js'

let scene: BackupScene
let files: RemoteFiles
let backups: BackupService
let state: PowerState
let id: string
const log = new RecordingLog()
const power = { state: async () => state }
beforeEach(async () => {
  state = 'stopped'
  scene = new BackupScene(() => 'unknown')
  files = await RemoteFiles.open(scene.server)
  backups = await scene.service({ folder: await openServerFolder(files, { log }), power })
  id = (await backups.backup()).id
  scene.put('world/level.dat', 'later', 0)
  scene.put('world/region/r.9.9.mca', 'new', 0)
})
afterEach(() => scene.remove())

const old = { 'level.dat': 'later', 'region/r.0.0.mca': 'a'.repeat(10_000), 'region/r.9.9.mca': 'new' }
const restored = {
  'level.dat': 'level',
  'region/r.0.0.mca': 'a'.repeat(10_000),
  'region/r.0.1.mca': 'b'.repeat(10_000),
}
const world = () => treeOf(path.join(scene.server, 'world'))
const names = () => readdirSync(scene.server).sort()
const cut = () => {
  files.broken = true
  throw folderError('unreadable', '', { detail: 'ECONNRESET' })
}
const plugIn = () => {
  files.broken = false
  files.beforeChange = () => undefined
  files.afterChange = () => undefined
}

it('puts the worlds back and keeps the present ones beside them', async () => {
  const { worlds, movedFolders } = await backups.restore(id)
  expect([worlds, world()]).toEqual([['world', 'world_nether'], restored])
  expect(movedFolders).toEqual(['world.before-2026-01-19T10-30-00', 'world_nether.before-2026-01-19T10-30-00'])
  expect(treeOf(path.join(scene.server, movedFolders[0] ?? ''))).toMatchObject(old)
  expect([names().length, backups.isRestorePending]).toEqual([5, false])
})

it.each([
  ['running', 'backup-not-stopped'],
  ['starting', 'backup-not-stopped'],
  ['unknown', 'backup-may-run'],
] as const)('is refused while its host says that it is %s', async (said, why) => {
  state = said
  expect(await whyOf(backups.restore(id))).toBe(why)
  expect(world()).toMatchObject(old)
})

it('is done where nothing tells and a person confirmed it', async () => {
  state = 'unknown'
  await backups.restore(id, { confirmedStopped: true })
  expect(world()).toEqual(restored)
})

it('is reverted when the server starts meanwhile', async () => {
  files.afterChange = () => {
    state = 'running'
  }
  expect(await whyOf(backups.restore(id))).toBe('backup-not-stopped')
  expect([world(), names()]).toMatchObject([old, ['server.properties', 'world', 'world_nether']])
})

describe('a host', () => {
  it.each([
    ['stores another text than was sent', 'world.restoring/level.dat', 'LEVEL'],
    ['stores less than was sent', 'world.restoring/region/r.0.1.mca', 'b'],
  ])('that %s changes nothing', async (_what, file, stored) => {
    files.afterChange = (kind, at) =>
      kind === 'send' && at === file && writeFileSync(path.join(scene.server, at), stored)
    expect(await whyOf(backups.restore(id))).toBe('backup-not-verified')
    expect([world(), names()]).toMatchObject([old, ['server.properties', 'world', 'world_nether']])
  })

  it('that takes no more files changes nothing, and it is said', async () => {
    files.beforeChange = (kind, at) => {
      if (kind === 'send' && at.endsWith('r.0.1.mca')) throw folderError('unreadable', at)
    }
    expect(await whyOf(backups.restore(id))).toBe('backup-not-sent')
    expect([world(), names()]).toMatchObject([old, ['server.properties', 'world', 'world_nether']])
  })

  it('where nothing can be written is never asked to', async () => {
    Object.defineProperty(files, 'writer', { value: undefined })
    expect(await whyOf(backups.restore(id))).toBe('backup-restore-elsewhere')
  })

  it('gets nothing of a backup that rotted here', async () => {
    writeFileSync(path.join(scene.store, id, 'world/region/r.0.1.mca'), 'z'.repeat(10_000))
    const sent: string[] = []
    files.beforeChange = (kind, at) => kind === 'send' && sent.push(at)
    expect(await whyOf(backups.restore(id))).toBe('backup-damaged')
    expect(sent).not.toContain('world.restoring/region/r.0.1.mca')
  })
})

describe('a link that is cut', () => {
  it('while files are sent leaves the worlds, and what was sent is removed at the next connection', async () => {
    files.afterChange = (kind) => kind === 'send' && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-not-sent')
    expect([world(), names()]).toMatchObject([old, expect.arrayContaining(['world.restoring'])])
    plugIn()
    expect(await backups.repairAfterCrash()).toEqual(['restore'])
    expect(names()).toEqual(['server.properties', 'world', 'world_nether'])
  })

  it.each(['before', 'after'] as const)(
    'between two renames is finished at the next connection, cut %s one has its effect',
    async (when) => {
      files[`${when}Change`] = (kind, at) => kind === 'rename' && at === 'world.restoring' && cut()
      expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
      plugIn()
      expect([backups.isRestorePending, await backups.repairAfterCrash(), world()]).toEqual([
        true,
        ['restore'],
        restored,
      ])
    },
  )

  it('waits with the rest while the server may use a folder, and the next restore completes it', async () => {
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world_nether' && cut()
    await whyOf(backups.restore(id))
    plugIn()
    for (const said of ['running', 'unknown'] as const) {
      state = said
      expect([await backups.repairAfterCrash(), backups.isRestorePending]).toEqual([[], true])
    }
    await backups.restore(id, { confirmedStopped: true })
    expect([world(), backups.isRestorePending]).toEqual([restored, false])
    expect(names().filter((name) => name.startsWith('world.before-')).length).toBe(2)
  })

  it('before anything was renamed is reverted, also while the server runs', async () => {
    files.beforeChange = (kind) => kind === 'rename' && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    plugIn()
    state = 'running'
    files.beforeChange = (kind, at) => kind === 'remove' && at === 'world_nether.restoring' && cut()
    await whyOf(backups.repairAfterCrash())
    expect([names().includes('world.restoring'), backups.isRestorePending]).toEqual([false, true])
    plugIn()
    state = 'stopped'
    expect(await backups.repairAfterCrash()).toEqual(['restore'])
    expect([world(), names()]).toMatchObject([old, ['server.properties', 'world', 'world_nether']])
  })

  it.each([
    ['a world that the server made', 'world.restoring', 'world'],
    ['the world of before', 'world_nether', 'world_nether'],
  ])('leaves %s in its place when somebody played in it, until a person restores', async (_what, cutAt, played) => {
    scene.put('world_nether/level.dat', 'nether')
    files.beforeChange = (kind, at) => kind === 'rename' && at === cutAt && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    plugIn()
    scene.put(`${played}/level.dat`, 'a week later')
    const present = () => treeOf(path.join(scene.server, played))
    const before = present()
    expect([await backups.repairAfterCrash(), present(), backups.isRestorePending]).toEqual([[], before, true])
    await backups.restore(id)
    expect([world(), backups.isRestorePending]).toEqual([restored, false])
    const kept = names().filter((name) => name.startsWith(`${played}.before-`))
    expect(kept.map((name) => treeOf(path.join(scene.server, name)))).toContainEqual(before)
  })

  it('is dropped for the next restore where somebody played: when that one fails, nothing was changed', async () => {
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world.restoring' && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    plugIn()
    scene.put('world/level.dat', 'a week later')
    // The backup has a Nether, and the server makes none.
    rmSync(path.join(scene.server, 'world_nether'), { recursive: true })
    writeFileSync(path.join(scene.store, id, 'world/region/r.0.1.mca'), 'z'.repeat(10_000))
    expect(await whyOf(backups.restore(id))).toBe('backup-damaged')
    expect([world(), backups.isRestorePending]).toEqual([{ 'level.dat': 'a week later' }, false])
    expect(names().filter((name) => !name.includes('.before-'))).toEqual(['server.properties', 'world'])
  })

  it('while nothing tells whether the server runs is finished where the world is missing: none can use it', async () => {
    files.afterChange = (kind) => kind === 'rename' && cut()
    await whyOf(backups.restore(id))
    plugIn()
    state = 'unknown'
    expect(existsSync(path.join(scene.server, 'world'))).toBe(false)
    await backups.repairAfterCrash()
    expect(existsSync(path.join(scene.server, 'world/level.dat')) || backups.isRestorePending).toBe(true)
    state = 'stopped'
    await backups.repairAfterCrash()
    expect(world()).toEqual(restored)
  })

  it('is completed for the next restore, which says so when it fails itself', async () => {
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world_nether' && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    plugIn()
    writeFileSync(path.join(scene.store, id, 'world/region/r.0.1.mca'), 'z'.repeat(10_000))
    const failed = await backups.restore(id).catch((error) => error)
    expect(failed).toMatchObject({ details: { why: 'backup-damaged', earlier: 'completed' } })
    expect(failed.message).toContain('was completed: its worlds are in place')
    expect(failed.message).not.toMatch(/nothing was changed/iu)
    expect([world(), backups.isRestorePending]).toEqual([restored, false])
    expect((await backups.restore(id).catch((error) => error)).details).not.toHaveProperty('earlier')
  })

  it('says that folders may have been renamed when its completion for the next restore is cut as well', async () => {
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world_nether' && cut()
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    files.broken = false
    expect(await whyOf(backups.restore(id))).toBe('backup-unfinished')
    plugIn()
    await backups.restore(id)
    expect(world()).toEqual(restored)
  })

  const programRuns = async () => {
    const { store, clock } = scene
    const services: BackupService[] = []
    const all = new ServerBackups({
      clock,
      log,
      chance: () => 1,
      store,
      serviceOf: (folder) => {
        services.push(new BackupService({ folder, power, store, clock, log, recordRemoval: () => undefined }))
        return services.at(-1) as BackupService
      },
    })
    await all.serve(await openServerFolder(files, { log }))
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await clock.advance(1_000)
        await Promise.all(services.map((service) => service.idle()))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return { all, clock, pass }
  }

  it('is tried again ever more rarely while the server runs, and never once somebody played', async () => {
    const { all, clock, pass } = await programRuns()
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world_nether' && cut()
    expect(await whyOf(all.restore(id))).toBe('backup-unfinished')
    plugIn()
    const asked = vi.spyOn(power, 'state')
    state = 'running'
    await pass(60)
    expect(asked.mock.calls.length).toBeGreaterThan(2)
    expect(asked.mock.calls.length).toBeLessThan(10)
    state = 'stopped'
    scene.put('world_nether/level.dat', 'a week later')
    await pass(60)
    expect([clock.waiting, (await all.state())?.isUnfinished]).toEqual([0, true])
    asked.mockRestore()
  })

  it.each([
    ['completed', 'world.restoring', restored],
    ['reverted', 'world', old],
  ] as const)('is %s, which is said until the next restore, also after a new connection', async (how, cutAt, left) => {
    const { all, pass } = await programRuns()
    files.beforeChange = (kind, at) => kind === 'rename' && at === cutAt && cut()
    expect(await whyOf(all.restore(id))).toBe('backup-unfinished')
    expect((await all.state())?.repaired).toBeUndefined()
    plugIn()
    await pass(3)
    await all.serve(await openServerFolder(files, { log }))
    await pass(1)
    const { isUnfinished, repaired } = (await all.state()) ?? {}
    expect([isUnfinished, repaired, world()]).toMatchObject([undefined, how, left])
    await all.restore(id)
    expect((await all.state())?.repaired).toBeUndefined()
  })

  it('is shown as completed when the next restore did that and failed', async () => {
    const { all } = await programRuns()
    files.beforeChange = (kind, at) => kind === 'rename' && at === 'world_nether' && cut()
    expect(await whyOf(all.restore(id))).toBe('backup-unfinished')
    plugIn()
    writeFileSync(path.join(scene.store, id, 'world/region/r.0.1.mca'), 'z'.repeat(10_000))
    expect(await whyOf(all.restore(id))).toBe('backup-damaged')
    expect(await all.state()).toMatchObject({ repaired: 'completed' })
  })

  it.each([
    ['no console is connected', false],
    ['the console is lost meanwhile', true],
  ])('is tried again without a word of anybody, also while %s', async (_when, isLost) => {
    const { all, clock } = await programRuns()
    files.afterChange = (kind) => kind === 'rename' && cut()
    expect(await whyOf(all.restore(id))).toBe('backup-unfinished')
    expect(await all.state()).toMatchObject({ isUnfinished: true, server: 'stopped' })
    if (isLost) all.lost()
    plugIn()
    await expect
      .poll(async () => {
        await clock.advance(1_000)
        return (await all.state())?.isUnfinished
      })
      .toBeUndefined()
    expect(world()).toEqual(restored)
  })
})

it('is reverted where only the console shows that a server that was confirmed as stopped was started meanwhile', async () => {
  const { store, clock } = scene
  state = 'unknown'
  for (const isLostAgain of [false, true]) {
    const all = new ServerBackups({
      clock,
      log,
      store,
      serviceOf: (folder) => new BackupService({ folder, store, clock, log, recordRemoval: () => undefined }),
    })
    await all.serve(await openServerFolder(files, { log }))
    files.afterChange = (kind) => {
      if (kind !== 'send') return
      all.connect({ console: scene.game, prefix: '' })
      if (isLostAgain) all.lost()
    }
    all.confirmStopped(id)
    expect(await whyOf(all.restore(id))).toBe('backup-not-stopped')
    expect([world(), names()]).toMatchObject([old, ['server.properties', 'world', 'world_nether']])
  }
})

it('is reverted where only a save shows that the server was started meanwhile', async () => {
  state = 'unknown'
  files.afterChange = (kind) => kind === 'send' && scene.put('world/level.dat', 'saved')
  expect(await whyOf(backups.restore(id, { confirmedStopped: true }))).toBe('backup-not-stopped')
  expect([world(), names()]).toMatchObject([
    { ...old, 'level.dat': 'saved' },
    ['server.properties', 'world', 'world_nether'],
  ])
})
