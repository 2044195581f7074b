import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FileWriter, ServerFiles } from '../../../src-main/providers/java/ports.js'
import {
  createPanelBackup,
  listPanelBackups,
  restorePanelBackup,
  waitForPanelBackup,
} from '../../../src-main/providers/java/ways/panel/panel-backups.js'
import { type PanelWay, panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { within } from '../../fakes/java/console-process.js'
import { PanelScene, type PanelSceneOptions } from '../../fakes/java/panel/panel-scene.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Scene {
  readonly scene: PanelScene
  readonly clock: FakeClock
  readonly way: PanelWay
  readonly files: ServerFiles
  readonly writer: FileWriter
}

const hourMs = 3_600_000
const region = Buffer.alloc(9 * 1024 * 1024, 'region')

async function open(options: Partial<PanelSceneOptions> = {}): Promise<Scene> {
  const clock = new FakeClock()
  const scene = await PanelScene.start({ clock, ...options })
  closers.push(() => scene.close())
  const longAgo = clock.now().getTime() - hourMs
  const tree = scene.node.files
  tree.put('server.properties', 'motd=hi\n', 'file', longAgo)
  tree.put('logs/latest.log', 'line\n', 'file', longAgo)
  tree.put('world/region/r.0.0.mca', region, 'file', longAgo)
  tree.put('link', '/etc/passwd', 'link', longAgo)
  tree.put('pipe', '', 'pipe', longAgo)
  const way = panelWayOf(scene.address, scene.deps)
  closers.push(() => way.stop())
  const files = await way.openFiles?.()
  if (!files?.writer) throw new Error('A panel has files.')
  return { scene, clock, way, files, writer: files.writer }
}

const why = (reason: string) => ({ details: { why: `folder-${reason}` } })

describe.each(['pterodactyl', 'pelican'] as const)('files at a host with %s', (kind) => {
  it('in a folder that is too large for a list are not half listed, and the reason is said', async () => {
    const { scene, files } = await open({ kind })
    for (let file = 0; file < 6_000; file += 1) scene.node.files.put(`crowd/${file}`.padEnd(120, 'x'), '')
    await expect(files.entries('crowd')).rejects.toMatchObject({
      details: { reason: 'list-too-large', folder: 'crowd' },
    })
  })

  it('are listed and read', async () => {
    const { files } = await open({ kind })
    expect(await files.entries('')).toEqual([
      { name: 'link', kind: 'link' },
      { name: 'logs', kind: 'folder' },
      { name: 'pipe', kind: 'other' },
      { name: 'server.properties', kind: 'file', facts: { size: 8, modified: expect.any(Number) } },
      { name: 'world', kind: 'folder' },
    ])
    expect((await files.read('server.properties', 100)).toString()).toBe('motd=hi\n')
    expect(await files.facts('server.properties')).toMatchObject({ size: 8, isFolder: false })
    expect(await files.names('world/region')).toEqual(['r.0.0.mca'])
    expect((await files.read('world/region/r.0.0.mca', region.length)).equals(region)).toBe(true)
  })

  it('are missing when the folder above does not name them, whatever the node answers', async () => {
    const { files } = await open({ kind })
    expect(await files.readIfThere('ops.json', 100)).toBeUndefined()
    expect(await files.entries('world_nether/DIM-1/region')).toEqual([])
    expect(await files.facts('world_nether/level.dat')).toBeUndefined()
    expect(await files.isNamed('ops.json')).toBe(false)
    await expect(files.read('plugins/a.yml', 100)).rejects.toMatchObject(why('missing'))
  })

  it('outside of the folder, behind a link and without an end are never read', async () => {
    const { scene, files, writer } = await open({ kind })
    for (const outside of ['../x', 'world/../../x', '/etc/passwd', 'a\\b', 'a\0b', 'C:/x']) {
      await expect(files.read(outside, 100)).rejects.toMatchObject(why('outside'))
      await expect(writer.replace(outside, Buffer.from('x'))).rejects.toMatchObject(why('outside'))
    }
    await expect(files.read('link', 100)).rejects.toMatchObject(why('outside'))
    await expect(files.read('pipe', 100)).rejects.toMatchObject(why('not-a-file'))
    await expect(files.read('world', 100)).rejects.toMatchObject(why('not-a-file'))
    await expect(files.read('server.properties', 4)).rejects.toMatchObject(why('too-large'))
    expect(await files.isNamed('link')).toBe(true)
    expect(scene.panel.requests.some((request) => request.includes('contents'))).toBe(false)
  })

  it('are replaced in steps, and left alone when the server changed nothing', async () => {
    const { scene, files, writer } = await open({ kind })
    await writer.replace('server.properties', Buffer.from('motd=new\n'))
    expect((await files.read('server.properties', 100)).toString()).toBe('motd=new\n')
    expect(await files.names('')).toEqual(['link', 'logs', 'pipe', 'server.properties', 'world'])
    scene.node.files.cutAfter = 3
    await expect(writer.replace('server.properties', Buffer.from('motd=cut\n'))).rejects.toMatchObject({
      details: { reason: 'node-unreachable' },
    })
    scene.node.files.cutAfter = undefined
    await writer.recover('server.properties')
    expect((await files.read('server.properties', 100)).toString()).toBe('motd=new\n')
    expect(await files.names('')).toHaveLength(5)
  })

  it('are sent, moved and removed', async () => {
    const { scene, clock, files, writer } = await open({ kind })
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-panel-'))
    closers.push(() => rm(folder, { recursive: true }))
    const source = path.join(folder, 'r.1.1.mca')
    await writeFile(source, region)
    await writer.makeFolder('world/region/deep')
    let sent = 0
    await writer.send(source, 'world/region/deep/r.1.1.mca', (bytes) => {
      sent += bytes
    })
    expect(sent).toBe(region.length)
    expect(scene.node.files.fileAt('world/region/deep/r.1.1.mca')?.equals(region)).toBe(true)
    await clock.advance(1_000)
    await writer.rename('world/region/deep', 'world/kept')
    expect(await files.names('world/kept')).toEqual(['r.1.1.mca'])
    await expect(writer.rename('nothing', 'other')).rejects.toMatchObject(why('missing'))
    await expect(writer.rename('world/kept', 'logs')).rejects.toMatchObject({ details: { reason: 'file-refused' } })
    await writer.remove('world/kept')
    expect(await files.isNamed('world/kept')).toBe(false)
  })

  it('need the rights that the error names', async () => {
    const { writer, files } = await open({ kind, permissions: ['file.read', 'websocket.connect'] })
    await expect(files.read('server.properties', 100)).rejects.toMatchObject({
      details: { missing: 'file.read-content' },
    })
    await expect(writer.replace('server.properties', Buffer.from('x'))).rejects.toMatchObject({
      details: { missing: 'file.create' },
    })
  })
})

describe('a large file at a host', () => {
  it('is read only as far as it is needed, and kept while it cannot have changed', async () => {
    const { scene, clock, files } = await open()
    const name = 'world/region/r.0.0.mca'
    const buffer = Buffer.alloc(8_192)
    await files.withFile(name, (file) => file.read(buffer, 0, 8_192, 0))
    expect(buffer.equals(region.subarray(0, 8_192))).toBe(true)
    expect(scene.node.downloaded).toBeLessThan(region.length)
    const before = scene.panel.requests.filter((request) => request.endsWith('download')).length
    await files.read(name, region.length)
    await files.read(name, region.length)
    expect(scene.panel.requests.filter((request) => request.endsWith('download')).length - before).toBe(1)
    await clock.advance(61_000)
    await files.read(name, region.length)
    expect(scene.panel.requests.filter((request) => request.endsWith('download')).length - before).toBe(2)
  })

  it.each([0, -60_000, 60_000])(
    'is read again when it was written a moment ago, with clocks %i ms apart',
    async (aheadMs) => {
      const { scene, files, clock } = await open()
      scene.panel.aheadMs = aheadMs
      const now = clock.now().getTime() + aheadMs
      scene.node.files.put('world/region/r.0.0.mca', region, 'file', now)
      await files.read('world/region/r.0.0.mca', region.length)
      const changed = Buffer.from(region)
      changed[100] = 0
      // The same size, and the same second.
      scene.node.files.put('world/region/r.0.0.mca', changed, 'file', now)
      expect((await files.read('world/region/r.0.0.mca', region.length))[100]).toBe(0)
    },
  )

  it('is copied to this computer piece by piece', async () => {
    const { files } = await open()
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-panel-'))
    closers.push(() => rm(folder, { recursive: true }))
    for (const name of ['world/region/r.0.0.mca', 'server.properties']) {
      const target = path.join(folder, 'copy')
      let copied = 0
      const facts = await files.fetch?.(name, target, (bytes) => {
        copied += bytes
      })
      expect(facts?.size).toBe(copied)
      expect((await readFile(target)).equals(await files.read(name, region.length))).toBe(true)
    }
  })

  it('comes from the node that the owner accepted alone', async () => {
    const { scene, files } = await open()
    scene.panel.namedNode = 'http://127.0.0.1:1'
    await expect(files.read('world/region/r.0.0.mca', region.length)).rejects.toMatchObject({
      details: { reason: 'node-not-accepted', node: '127.0.0.1:1' },
    })
  })
})

describe('the backups of a panel', () => {
  it('are made, listed and put back as backups of the host', async () => {
    const { way, scene, clock } = await open()
    const { hostBackups } = way
    if (!hostBackups) throw new Error('A panel makes backups.')
    expect(await hostBackups.list()).toEqual({ backups: [], most: 1 })
    const making = hostBackups.make('before')
    await expect.poll(() => scene.panel.backups.length).toBe(1)
    expect((await hostBackups.list()).backups).toMatchObject([{ name: 'before', state: 'running' }])
    const [kept] = scene.panel.backups
    if (!kept) throw new Error('The panel has it.')
    kept.is_successful = true
    kept.completed_at = clock.now().toISOString()
    const { id } = await within(clock, making)
    const restoring = hostBackups.restore(id)
    await expect.poll(() => scene.panel.state).toBe('restoring_backup')
    let isDone = false
    void restoring.then(() => {
      isDone = true
    })
    await clock.advance(5_000)
    expect(isDone).toBe(false)
    scene.panel.state = undefined
    await within(clock, restoring)
    await expect(hostBackups.restore('../delete')).rejects.toMatchObject({ details: { reason: 'file-missing' } })
  })

  it('are made within the limit of the plan, and restored', async () => {
    const { scene, clock, way } = await open()
    const { backups } = way
    if (!backups) throw new Error('A panel makes backups.')
    const made = await createPanelBackup(backups, 'before the AI')
    const waiting = waitForPanelBackup(backups, made.uuid, 60_000)
    const [kept] = scene.panel.backups
    if (!kept) throw new Error('The panel has it.')
    kept.is_successful = true
    kept.completed_at = clock.now().toISOString()
    expect(await within(clock, waiting)).toMatchObject({ name: 'before the AI', state: 'done' })
    await expect(createPanelBackup(backups, 'another')).rejects.toMatchObject({
      details: { reason: 'backup-limit', backups: 1, most: 1 },
    })
    await restorePanelBackup(backups, made.uuid)
    await expect(listPanelBackups(backups)).rejects.toMatchObject({ details: { reason: 'restoring' } })
  })
})
