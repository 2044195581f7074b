/** `server.properties` of a server elsewhere, changed over each way that can write: preview, copy, check, revert. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AddedServer } from '@shared/servers/added-server.js'
import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import { createRemoteSetUps } from '../../../src-main/owner/servers/remote-set-ups.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { ServerWay } from '../../../src-main/providers/java/ports.js'
import { ServerSetup } from '../../../src-main/providers/java/setup/server-setup.js'
import { placeElsewhere } from '../../../src-main/providers/java/setup/setup-place.js'
import { mcsManagerWayOf } from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-way.js'
import { panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { McsManagerModel } from '../../fakes/java/mcsmanager-model.js'
import { PanelScene } from '../../fakes/java/panel/panel-scene.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const scene = new SshScene()
afterEach(() => scene.end())

const before =
  '#Minecraft server properties\nenable-rcon=false\nmotd=A \\u00a7bserver\nrcon.password=\nrcon.port=25575\n'
const after = before.replace('=false', '=true').replace('rcon.password=', 'rcon.password=generated-password')

/** A server elsewhere, as its owner sees it there. */
interface Elsewhere {
  way(): ServerWay
  read(name: string): string | undefined
  write(name: string, content: string): void
  /** In its folder, without other folders. */
  names(): readonly string[]
}

/** The panel's own pace, of one file in three seconds, takes no time here. */
const paceMs = 3_100
let skippedMs = 0
const unhurried: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed() + skippedMs,
  after(milliseconds, callback) {
    if (milliseconds > paceMs) return systemClock.after(milliseconds, callback)
    skippedMs += milliseconds
    return systemClock.after(0, callback)
  },
}

const kinds: Readonly<Record<string, () => Promise<Elsewhere>>> = {
  async panel() {
    const host = await PanelScene.start({ clock: systemClock })
    scene.onEnd(() => host.close())
    const { files } = host.node
    return {
      way: () => panelWayOf(host.address, { ...host.deps, clock: systemClock }),
      read: (name) => files.entries.get(name)?.bytes.toString(),
      write: (name, content) => void files.put(name, content),
      names: () => [...files.entries].flatMap(([name, { kind }]) => (kind === 'file' ? [name] : [])),
    }
  },
  async SFTP() {
    const folder = scene.folder()
    const model = await scene.model({ folder })
    const at = { kind: 'sftp' as const, user: 'steve.11111111', port: model.port }
    const hostKey = await scene
      .way(at, { login: 'pw' })
      .openFiles()
      .then(
        () => '',
        (error) => String(error.details.fingerprint),
      )
    return {
      way: () => scene.way(at, { login: 'pw', hostKey }),
      read: (name) => readFileSync(path.join(folder, name), 'utf8'),
      write: (name, content) => writeFileSync(path.join(folder, name), content),
      names: () => readdirSync(folder),
    }
  },
  async MCSManager() {
    const model = await McsManagerModel.start(async () => [])
    scene.onEnd(() => model.stop())
    return {
      way: () => mcsManagerWayOf(model.address, { clock: unhurried, log: new RecordingLog() }),
      read: (name) => model.files.get(`/${name}`)?.toString(),
      write: (name, content) => void model.files.set(`/${name}`, Buffer.from(content)),
      names: () =>
        [...model.files.keys()].map((name) => name.slice(1)).filter((name) => name !== '' && !name.endsWith('/')),
    }
  },
}

const server = { id: 'java:1', address: 'ssh://mc@vps.example/srv' } as AddedServer

async function opened(kind: keyof typeof kinds) {
  const elsewhere = (await kinds[kind]?.()) as Elsewhere
  elsewhere.write('server.properties', before)
  const setup = new ServerSetup({
    profile: scene.folder(),
    now: () => new Date('2026-11-22T17:00:00Z'),
    newPassword: () => 'generated-password',
  })
  const setUps = createRemoteSetUps({
    setup,
    open: () => elsewhere.way(),
    serverOf: (id) => (id === server.id ? server : undefined),
    secretsOf: () => ({}),
    clock: systemClock,
  })
  return { elsewhere, setUps }
}

const whyOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error.details?.why,
  )
const copy = 'server.properties.2026-11-22T17-00-00.backup'

describe.each(Object.keys(kinds))('server.properties over %s', (kind) => {
  it('is shown first, changed with a copy beside it, and reverted byte for byte', async () => {
    const { elsewhere, setUps } = await opened(kind)
    const found = await setUps.plan(server.id)
    if (found.kind !== 'file') throw new Error('It has a file.')
    expect(found.plan.changes.map(({ key, before, after }) => [key, before, after])).toEqual([
      ['enable-rcon', 'false', 'true'],
      ['rcon.password', undefined, undefined],
    ])
    expect(JSON.stringify(found)).not.toContain('generated-password')
    expect([elsewhere.read('server.properties'), elsewhere.names().length]).toEqual([before, 1])
    const written = await setUps.apply(server.id, found.plan.id)
    expect(written).toMatchObject({ kind: 'file', plan: { changes: [] }, written: { lost: [] } })
    expect(elsewhere.read('server.properties')).toBe(after)
    expect(elsewhere.read(copy)).toBe(before)
    expect(await setUps.revert(server.id)).toMatchObject({ exact: true })
    expect(elsewhere.read('server.properties')).toBe(before)
    expect(await whyOf(setUps.apply(server.id, found.plan.id))).toBe('setup-no-plan')
  })

  it('that somebody changed since it was shown is not written', async () => {
    const { elsewhere, setUps } = await opened(kind)
    const found = await setUps.plan(server.id)
    elsewhere.write('server.properties', `${before}motd=other\n`)
    const plan = found.kind === 'file' ? found.plan.id : ''
    expect(await whyOf(setUps.apply(server.id, plan))).toBe('setup-changed')
    expect(elsewhere.read('server.properties')).toBe(`${before}motd=other\n`)
  })

  it('that the server wrote over is reported with the lines that are lost', async () => {
    const { elsewhere, setUps } = await opened(kind)
    const found = await setUps.plan(server.id)
    await setUps.apply(server.id, found.kind === 'file' ? found.plan.id : '')
    elsewhere.write('server.properties', before)
    expect(await setUps.plan(server.id)).toMatchObject({ written: { lost: ['enable-rcon', 'rcon.password'] } })
  })

  it('whose change was cut off between two steps is finished before it is read again', async () => {
    const { elsewhere, setUps } = await opened(kind)
    const way = elsewhere.way()
    const files = await way.openFiles?.()
    await files?.writer?.rename('server.properties', 'server.properties.gatehouse-old')
    // Panels' SFTP gives one channel.
    await way.stop()
    elsewhere.write('server.properties.gatehouse-new', after)
    expect(await setUps.plan(server.id)).toMatchObject({ plan: { changes: [] } })
    expect(elsewhere.names()).toEqual(['server.properties'])
    expect(elsewhere.read('server.properties')).toBe(after)
  })

  it('is repaired also when the server is only connected', async () => {
    const { elsewhere } = await opened(kind)
    const files = await elsewhere.way().openFiles?.()
    if (!files?.writer) throw new Error('It has files.')
    await files.writer.rename('server.properties', 'server.properties.gatehouse-old')
    await openServerFolder(files, { log: new RecordingLog() })
    expect(elsewhere.names()).toEqual(['server.properties'])
  })
})

describe('the copy of a server.properties that only its owner may read', () => {
  it('is as private as the file', async () => {
    const folder = scene.folder()
    const file = path.join(folder, 'server.properties')
    writeFileSync(file, before)
    chmodSync(file, 0o600)
    const model = await scene.model({ folder })
    const at = { kind: 'sftp' as const, user: 'steve.11111111', port: model.port }
    const refused = await scene
      .way(at, { login: 'pw' })
      .openFiles()
      .catch((error) => error)
    const { fingerprint: hostKey } = refused.details
    const files = await scene.way(at, { login: 'pw', hostKey }).openFiles()
    const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777
    const place = await placeElsewhere(files, undefined)
    await place.replace(copy, Buffer.from(before))
    await files.writer?.replace('journal.json', Buffer.from('{}'))
    expect([modeOf(copy), modeOf('journal.json')]).toEqual([0o600, 0o600])
    chmodSync(file, 0o640)
    await place.replace(`${copy}.2`, Buffer.from(before))
    expect(modeOf(`${copy}.2`)).toBe(0o640)
  })
})
