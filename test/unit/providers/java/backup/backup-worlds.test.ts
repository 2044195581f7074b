import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxStillMs, maxUnsavedMs, withTimeLimit } from '../../../../../src-main/providers/java/backup/autosave.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { BackupScene, treeOf, whyOf } from './backup-scene.js'

let scene: BackupScene
beforeEach(() => {
  scene = new BackupScene(() => 'stopped')
})
afterEach(() => scene.remove())

const put: BackupScene['put'] = (...file) => scene.put(...file)
const inServer = (name: string) => path.join(scene.server, name)
const read = (name: string) => readFileSync(inServer(name), 'utf8')
const treeOfBackup = (id: string) => treeOf(path.join(scene.store, id))

describe('a backup of a server with several worlds', () => {
  beforeEach(() => {
    put('creative/level.dat', 'creative')
    put('worlds/minigames/arena1/level.dat', 'arena')
    put('backups/world/level.dat', 'of another program')
  })

  it('holds all of them, and says what it left out', async () => {
    mkdirSync(path.join(scene.root, 'disk'))
    writeFileSync(path.join(scene.root, 'disk', 'level.dat'), 'elsewhere')
    symlinkSync(path.join(scene.root, 'disk'), inServer('survival'))
    symlinkSync(path.join(scene.root, 'disk'), inServer('creative/region'))
    const { id, worlds, leftOut, skipped } = await (await scene.service()).backup()
    expect(worlds).toEqual(['world', 'world_nether', 'creative', 'worlds/minigames/arena1'])
    expect(treeOfBackup(id)).toMatchObject({
      'creative/level.dat': 'creative',
      'worlds/minigames/arena1/level.dat': 'arena',
    })
    expect([skipped, leftOut]).toEqual([
      3,
      [
        { path: 'backups', reason: 'other-backup' },
        { path: 'survival', reason: 'link' },
        { path: 'creative/region', reason: 'link' },
      ],
    ])
  })

  it('brings all of them back, keeps each old one, and leaves a newer world alone', async () => {
    const backups = await scene.service()
    const { id } = await backups.backup()
    for (const world of ['world', 'creative', 'worlds/minigames/arena1', 'newer']) put(`${world}/level.dat`, 'later')
    const { worlds, movedFolders } = await backups.restore(id)
    expect(worlds).toEqual(['world', 'world_nether', 'creative', 'worlds/minigames/arena1'])
    const names = ['world', 'creative', 'worlds/minigames/arena1', 'newer']
    expect(names.map((name) => read(`${name}/level.dat`))).toEqual(['level', 'creative', 'arena', 'later'])
    expect(movedFolders).toContain('worlds/minigames/arena1.before-2026-01-19T10-30-00')
    const { worlds: next, leftOut } = await backups.backup()
    expect(next).toContain('newer')
    expect(leftOut.filter(({ reason }) => reason === 'earlier-world')).toHaveLength(4)
  })

  it('does not restore into a folder that became a link', async () => {
    const backups = await scene.service()
    const { id } = await backups.backup()
    rmSync(inServer('worlds'), { recursive: true })
    mkdirSync(path.join(scene.root, 'elsewhere'))
    symlinkSync(path.join(scene.root, 'elsewhere'), inServer('worlds'))
    expect(await whyOf(backups.restore(id))).toBe('folder-outside')
    expect(readdirSync(path.join(scene.root, 'elsewhere'))).toEqual([])
    expect(read('creative/level.dat')).toBe('creative')
  })

  it('leaves a Nether alone that is a link, which no backup holds', async () => {
    rmSync(inServer('world_nether'), { recursive: true })
    mkdirSync(path.join(scene.root, 'nether'))
    symlinkSync(path.join(scene.root, 'nether'), inServer('world_nether'))
    const backups = await scene.service()
    const { id } = await backups.backup()
    const { movedFolders } = await backups.restore(id)
    expect(movedFolders.some((name) => name.startsWith('world_nether'))).toBe(false)
    expect(existsSync(inServer('world_nether'))).toBe(true)
  })
})

describe('a backup of a server with a world container', () => {
  it('holds and restores the worlds in it', async () => {
    for (const name of ['world', 'world_nether']) rmSync(inServer(name), { recursive: true })
    put('bukkit.yml', 'settings:\n  world-container: worlds\n')
    put('worlds/world/level.dat', 'main')
    put('worlds/world/session.lock', '')
    put('worlds/world_nether/DIM-1/region/r.0.0.mca', 'nether')
    put('world/session.lock', '')
    const backups = await scene.service()
    const { id, worlds } = await backups.backup()
    expect(worlds).toEqual(['worlds/world', 'worlds/world_nether'])
    put('worlds/world/level.dat', 'griefed')
    await backups.restore(id)
    expect(read('worlds/world/level.dat')).toBe('main')
  })

  it('names the cause where the container is outside of the folder', async () => {
    put('bukkit.yml', 'settings:\n  world-container: ../worlds\n')
    expect(await whyOf((await scene.service()).backup())).toBe('folder-container-outside')
    expect(scene.game.commands).toEqual([])
  })
})

describe('a backup of a hostile folder', () => {
  it.each(['.', '..', '../server', 'world/../plugins', '/etc', 'C:\\\\Windows'])(
    'is not made with level-name=%s',
    async (name) => {
      put('server.properties', `level-name=${name}\nrcon.password=secret\n`)
      expect(await whyOf((await scene.service()).backup())).toBe('folder-level-name')
      expect([scene.game.commands, readdirSync(scene.store)]).toEqual([[], []])
    },
  )

  it("is not made of a link to the server's folder", async () => {
    const backups = await scene.service()
    rmSync(inServer('world'), { recursive: true })
    symlinkSync('.', inServer('world'))
    put('level.dat', 'root')
    expect(await whyOf(backups.backup())).toBe('folder-level-name')
  })

  it.runIf(process.platform !== 'win32')('leaves out what cannot be restored, and can be listed', async () => {
    put('world/a\\..\\b', 'x')
    execFileSync('mkfifo', [inServer('world/pipe')])
    const backups = await scene.service()
    const { id, leftOut } = await backups.backup()
    expect(leftOut).toEqual([
      { path: 'world/a\\..\\b', reason: 'name' },
      { path: 'world/pipe', reason: 'not-a-file' },
    ])
    expect(backups.list().map((one) => one.id)).toEqual([id])
    expect((await backups.restore(id)).worlds).toEqual(['world', 'world_nether'])
  })

  const replacements: readonly (readonly [string, string, (file: string, secret: string) => void])[] = [
    ['a link to a secret', 'link', (file, secret) => symlinkSync(secret, file)],
    ['a pipe', 'not-a-file', (file) => execFileSync('mkfifo', [file])],
    [
      'a folder that is a link',
      'link',
      (file, secret) => {
        rmSync(path.dirname(file), { recursive: true })
        symlinkSync(path.dirname(secret), path.dirname(file))
      },
    ],
  ]
  it.runIf(process.platform !== 'win32').each(replacements)(
    'neither copies nor waits for a file that becomes %s while it is made',
    async (_, reason, replace) => {
      put('world/zz/last.dat', 'x'.repeat(100))
      put('secret/last.dat', 'TOP SECRET')
      const secret = inServer('secret/last.dat')
      const onProgress = ({ phase, filesDone }: BackupProgress) => {
        if (phase !== 'copying' || filesDone !== 1) return
        rmSync(inServer('world/zz/last.dat'))
        replace(inServer('world/zz/last.dat'), secret)
      }
      const { id, leftOut } = await (await scene.service()).backup({ onProgress })
      expect(leftOut).toEqual([{ path: 'world/zz/last.dat', reason }])
      expect(Object.keys(treeOfBackup(id))).not.toContain('world/zz/last.dat')
      expect(scene.game.isSaving).toBe(true)
    },
  )

  it('is not done when the disk gives other bytes than were written', async () => {
    let isHarmed = false
    const onProgress = ({ phase }: BackupProgress) => {
      if (phase !== 'verifying' || isHarmed) return
      isHarmed = true
      const [part = ''] = readdirSync(scene.store)
      for (const name of ['r.0.0.mca', 'r.0.1.mca']) truncateSync(path.join(scene.store, part, 'world/region', name), 5)
    }
    expect(await whyOf((await scene.service()).backup({ onProgress }))).toBe('backup-not-verified')
    expect([readdirSync(scene.store), scene.game.isSaving]).toEqual([[], true])
  })
})

describe('the time limit of a backup', () => {
  it('switches saving on where a disk never responds, keeps nothing, and another backup can begin', async () => {
    let calls = 0
    let isStuck = () => {}
    const stuck = new Promise<void>((resolve) => {
      isStuck = resolve
    })
    const freeBytes = async (): Promise<number> => {
      if (++calls !== 2) return 1e12
      isStuck()
      return new Promise(() => undefined)
    }
    const backups = await scene.service({ freeBytes })
    const ending = whyOf(backups.backup())
    await stuck
    expect(scene.game.isSaving).toBe(false)
    await scene.clock.advance(maxStillMs)
    expect(await ending).toBe('backup-stalled')
    expect([scene.game.isSaving, readdirSync(scene.store)]).toEqual([true, []])
    expect((await backups.backup()).files).toBe(4)
  })

  it('ends a copy that no longer moves', async () => {
    const clock = new FakeClock()
    let step = () => {}
    const ending = whyOf(
      withTimeLimit(clock, (given) => {
        step = given
        return new Promise(() => undefined)
      }),
    )
    await clock.advance(maxStillMs - 1)
    step()
    await clock.advance(maxStillMs)
    expect(await ending).toBe('backup-stalled')
    expect(step).toThrow()
  })

  it.each([
    ['the server confirmed it', undefined, 'backup-too-long-but-saving'],
    ['the server gave another answer', 'mixed up reply', 'backup-too-long'],
    ['saving was off before', 'off', 'backup-too-long'],
  ])('says that saving is on again only where that is so: %s', async (_case, reply, why) => {
    if (reply === 'off') scene.game.isSaving = false
    else if (reply !== undefined) scene.game.replies.set('save-on', reply)
    const pace = maxStillMs - 1
    for (let index = 0; index * pace < maxUnsavedMs; index++) put(`world/data/${index}.dat`, '')
    let at = 0
    const timers = new Map<() => void, number>()
    const clock = {
      now: () => new Date(0),
      elapsed: () => at,
      after: (milliseconds: number, callback: () => void) => {
        timers.set(callback, at + milliseconds)
        return () => void timers.delete(callback)
      },
    }
    const onProgress = ({ phase }: BackupProgress) => {
      if (phase !== 'copying') return
      at += pace
      for (const [callback, due] of [...timers]) if (due <= at && timers.delete(callback)) callback()
    }
    expect(await whyOf((await scene.service({ clock })).backup({ onProgress }))).toBe(why)
  })

  it('ends a copy that moves for too long, and none that ends in time', async () => {
    const clock = new FakeClock()
    expect(await withTimeLimit(clock, async () => 'done')).toBe('done')
    let step = () => {}
    const ending = whyOf(
      withTimeLimit(clock, (given) => {
        step = given
        return new Promise(() => undefined)
      }),
    )
    for (let past = 0; past < maxUnsavedMs; past += maxStillMs / 2) {
      step()
      await clock.advance(maxStillMs / 2)
    }
    expect(await ending).toBe('backup-too-long')
  })
})
