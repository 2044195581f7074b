/** Backups and restores of servers at a panel and at MCSManager, over their models. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import { BackupService } from '../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { ServerFiles } from '../../../src-main/providers/java/ports.js'
import { mcsManagerWayOf } from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-way.js'
import { panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { within } from '../../fakes/java/console-process.js'
import { McsManagerModel } from '../../fakes/java/mcsmanager-model.js'
import { PanelScene } from '../../fakes/java/panel/panel-scene.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const clock = new FakeClock()
const log = new RecordingLog()
const world = { 'server.properties': 'level-name=world\n', 'world/level.dat': 'level', 'world/region/r.0.0.mca': 'old' }
const region = 'world/region/r.0.0.mca'

interface Host {
  readonly files: ServerFiles
  readonly clock: Clock
  /** MCSManager allows few calls in a time, so time must pass. */
  readonly wait: <Result>(work: Promise<Result>) => Promise<Result>
  readonly put: (file: string, text: string) => void
  readonly textOf: (file: string) => string | undefined
  readonly names: () => readonly string[]
}

async function panel(kind: 'pterodactyl' | 'pelican'): Promise<Host> {
  const scene = await PanelScene.start({ clock: systemClock, kind })
  closers.push(() => scene.close())
  const { files: tree } = scene.node
  const longAgo = Date.now() - 3_600_000
  const put = (file: string, text: string) => tree.put(file, text, 'file', longAgo)
  for (const [file, text] of Object.entries(world)) put(file, text)
  const way = panelWayOf(scene.address, scene.deps)
  closers.push(() => way.stop())
  const files = await way.openFiles?.()
  if (!files) throw new Error('A panel has files.')
  return {
    files,
    clock: systemClock,
    wait: (work) => work,
    put,
    textOf: (file) => tree.entries.get(file)?.bytes.toString(),
    names: () => [...tree.entries.keys()].filter((name) => !name.includes('/')),
  }
}

async function mcsManager(): Promise<Host> {
  const model = await McsManagerModel.start(async () => [])
  closers.push(() => model.stop())
  const put = (file: string, text: string) => void model.files.set(`/${file}`, Buffer.from(text))
  for (const [file, text] of Object.entries(world)) put(file, text)
  const way = mcsManagerWayOf(model.address, { clock, log })
  closers.push(() => way.stop())
  if (!way.openFiles) throw new Error('MCSManager has files.')
  return {
    files: await within(clock, way.openFiles()),
    // Stands still: limits of time are those of the real sockets.
    clock: new FakeClock(),
    wait: (work) => within(clock, work),
    put,
    textOf: (file) => model.files.get(`/${file}`)?.toString(),
    names: () => [...new Set([...model.files.keys()].map((name) => name.split('/')[1] ?? ''))],
  }
}

it.each([
  ['Pterodactyl', () => panel('pterodactyl')],
  ['Pelican', () => panel('pelican')],
  ['MCSManager', mcsManager],
] as const)('a server at %s is backed up and restored', { timeout: 60_000 }, async (_where, start) => {
  const { files, clock: hostClock, wait, put, textOf, names } = await start()
  const store = mkdtempSync(path.join(tmpdir(), 'gatehouse-restore-'))
  closers.push(() => rmSync(store, { recursive: true, force: true }))
  const folder = await wait(openServerFolder(files, { log }))
  let state: 'running' | 'stopped' = 'running'
  const backups = new BackupService({
    folder,
    console: new SavingServer(),
    power: { state: async () => state },
    store,
    clock: hostClock,
    log,
    recordRemoval: () => undefined,
  })
  const { id, files: count } = await wait(backups.backup())
  expect(count).toBe(2)
  put(region, 'later')
  await expect(wait(backups.restore(id))).rejects.toMatchObject({ details: { why: 'backup-not-stopped' } })
  state = 'stopped'
  const { movedFolders } = await wait(backups.restore(id))
  expect([textOf(region), textOf('world/level.dat')]).toEqual(['old', 'level'])
  expect(textOf(`${movedFolders[0]}/region/r.0.0.mca`)).toBe('later')
  expect(names().filter((name) => name.endsWith('.restoring'))).toEqual([])
})
