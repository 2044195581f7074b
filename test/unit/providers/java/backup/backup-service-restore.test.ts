import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunningState } from '../../../../../src-main/providers/java/setup/server-running.js'
import { BackupScene, treeOf, whyOf } from './backup-scene.js'

let scene: BackupScene
let server: BackupScene['server']
let store: BackupScene['store']
let running: RunningState
beforeEach(() => {
  running = 'stopped'
  scene = new BackupScene(() => running)
  ;({ server, store } = scene)
})
afterEach(() => scene.remove())

const put: BackupScene['put'] = (...file) => scene.put(...file)
const service: BackupScene['service'] = (options) => scene.service(options)

describe('a restore', () => {
  const world = () => treeOf(path.join(server, 'world'))

  it('puts the worlds back and keeps the present ones aside', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    put('world/region/r.0.0.mca', 'griefed')
    put('world/region/r.9.9.mca', 'new')
    const { movedFolders } = await backups.restore(id)
    expect(world()).toEqual({
      'level.dat': 'level',
      'region/r.0.0.mca': 'a'.repeat(10_000),
      'region/r.0.1.mca': 'b'.repeat(10_000),
    })
    expect(movedFolders).toEqual(['world.before-2026-01-19T10-30-00', 'world_nether.before-2026-01-19T10-30-00'])
    expect(treeOf(path.join(server, movedFolders[0] ?? ''))['region/r.0.0.mca']).toBe('griefed')
  })

  it('gives the server files of its own: what it writes then does not change the backup', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    await backups.restore(id)
    appendFileSync(path.join(server, 'world/region/r.0.0.mca'), 'written by the server')
    expect(treeOf(path.join(store, id))['world/region/r.0.0.mca']).toBe('a'.repeat(10_000))
  })

  it.each([
    ['running', 'backup-not-stopped'],
    ['unknown', 'backup-may-run'],
  ] as const)('is refused while the server is %s', async (state, why) => {
    const backups = await service()
    const { id } = await backups.backup()
    put('world/region/r.0.0.mca', 'present')
    running = state
    expect(await whyOf(backups.restore(id))).toBe(why)
    expect(world()['region/r.0.0.mca']).toBe('present')
  })

  it('continues where a person says that the server is stopped', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    running = 'unknown'
    expect((await backups.restore(id, { confirmedStopped: true })).worlds).toEqual(['world', 'world_nether'])
  })

  it('is reverted when the server starts meanwhile', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    put('world/region/r.0.0.mca', 'present')
    const onProgress = () => {
      running = 'running'
    }
    expect(await whyOf(backups.restore(id, { onProgress }))).toBe('backup-not-stopped')
    expect(world()['region/r.0.0.mca']).toBe('present')
    expect(readdirSync(server).sort()).toEqual(['server.properties', 'world', 'world_nether'])
  })

  it.each([
    ['changed', (file: string) => writeFileSync(file, 'z'.repeat(10_000))],
    ['cut off', (file: string) => writeFileSync(file, 'a')],
    ['missing', (file: string) => rmSync(file)],
  ])('changes nothing where a file of the backup is %s', async (_, harm) => {
    const backups = await service()
    const { id } = await backups.backup()
    put('world/region/r.0.0.mca', 'present')
    harm(path.join(store, id, 'world/region/r.0.0.mca'))
    expect(await whyOf(backups.restore(id))).toBe('backup-damaged')
    expect(world()['region/r.0.0.mca']).toBe('present')
    expect(readdirSync(server).sort()).toEqual(['server.properties', 'world', 'world_nether'])
  })

  it('is refused where the server uses another world now, which stays as it is', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    put('second/level.dat', 'other')
    put('server.properties', 'level-name=second\nserver-port=1\n')
    expect(await whyOf(backups.restore(id))).toBe('backup-other-world')
    expect(readdirSync(server).sort()).toEqual(['second', 'server.properties', 'world', 'world_nether'])
  })

  it('that a crash cut off renames nothing while the server may run, and is finished once it is stopped', async () => {
    const backups = await service()
    put('world.restoring/level.dat', 'restored')
    put('world.before/level.dat', 'moved')
    const { size, mtimeMs } = statSync(path.join(server, 'world/level.dat'))
    const moves = [{ world: 'world', aside: 'world.before', incoming: 'world.restoring' }]
    const journal = { place: server, moves, levels: { world: `${size} ${mtimeMs}` }, isMoving: true }
    put('../backups/restoring.json', JSON.stringify(journal))
    for (const state of ['running', 'unknown'] as const) {
      running = state
      expect(await backups.repairAfterCrash()).toEqual([])
      expect(world()['level.dat']).toBe('level')
    }
    running = 'stopped'
    expect(await backups.repairAfterCrash()).toEqual(['restore'])
    expect(world()['level.dat']).toBe('restored')
  })

  it('gives the files the mode of the present world, so that the user of the server can read them', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    chmodSync(path.join(server, 'world'), 0o750)
    chmodSync(path.join(server, 'world/level.dat'), 0o664)
    await backups.restore(id)
    const modeOf = (name: string) => statSync(path.join(server, name)).mode & 0o777
    expect([modeOf('world'), modeOf('world/region'), modeOf('world/region/r.0.0.mca')]).toEqual([0o750, 0o750, 0o664])
  })

  it('knows no backup that is not in the list, and none whose manifest leads out', async () => {
    const backups = await service()
    const { id } = await backups.backup()
    expect(await whyOf(backups.restore('../server'))).toBe('backup-gone')
    const file = path.join(store, id, 'backup.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...manifest, worlds: ['../elsewhere'] }))
    expect([backups.list(), await whyOf(backups.restore(id))]).toEqual([[], 'backup-gone'])
  })
})
