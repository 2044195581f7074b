/** A backup that runs while its server is edited, removed or left: over a real socket, with the model console. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cancellation } from '../../../src-main/gateway/ports/cancellation.js'
import type { ServerLink } from '../../../src-main/gateway/ports/provider.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const password = 'a-password-of-the-console'
const root = folderForEach()
let game: SavingServer
let rcon: RconServer
let port: number
let provider: JavaProvider
let link: ServerLink | undefined
let looks: (() => void)[]

beforeEach(async () => {
  mkdirSync(path.join(root(), 'server', 'world'), { recursive: true })
  mkdirSync(path.join(root(), 'server', 'logs'))
  writeFileSync(path.join(root(), 'server', 'server.properties'), 'level-name=world\n')
  writeFileSync(path.join(root(), 'server', 'world', 'level.dat'), 'level')
  game = new SavingServer()
  const model = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
  const run = async (command: string) => [await (command.startsWith('save-') ? game : model).run(command)]
  rcon = await RconServer.start({ password, run })
  port = rcon.port
  link = undefined
  looks = []
  begin()
  await until('online')
})
afterEach(async () => {
  await provider.stop()
  await rcon.stop()
})

function begin(): void {
  provider = new JavaProvider({
    clock: systemClock,
    log: new RecordingLog(),
    store: path.join(root(), 'store'),
    recordRemoval: () => undefined,
  })
  provider.start({
    present: (shown) => {
      link = shown
      for (const look of [...looks]) look()
    },
    withdraw: () => undefined,
    event: () => undefined,
  })
  provider.add(added(), { token: password })
}

const added = () => ({
  id: 'a',
  name: 'A',
  address: `rcon://127.0.0.1:${port}`,
  folder: path.join(root(), 'server'),
})

const until = (state: string) =>
  new Promise<void>((resolve) => {
    const look = () => link?.server.state === state && resolve()
    looks.push(look)
    look()
  })

const call = (capabilityId: string, given: Record<string, unknown> = {}) =>
  (link as ServerLink).invoke(
    { requestId: '1', capabilityId, version: '1.0.0', caller: 'test', traceId: 't', arguments: given },
    new Cancellation(),
  )

/** A backup that has switched saving off. */
async function begunBackup(): Promise<{ readonly made: Promise<unknown> }> {
  const isOff = new Promise<void>((resolve) => {
    game.beforeReply = (command) => command === 'save-all flush' && resolve()
  })
  const made = call('system.backup').then(
    () => 'done',
    (error) => error.details.why,
  )
  await isOff
  expect(game.isSaving).toBe(false)
  return { made }
}

describe('while a backup runs', () => {
  it('removing the server switches saving on, before the connection closes', async () => {
    const { made } = await begunBackup()
    provider.remove('a')
    expect(await made).toBe('backup-interrupted')
    await provider.stop()
    expect(game.isSaving).toBe(true)
  })

  it('ending the program switches saving on', async () => {
    await begunBackup()
    await provider.stop()
    expect(game.isSaving).toBe(true)
  })

  it('editing the server switches saving on, and the next backup works', async () => {
    const { made } = await begunBackup()
    provider.change({ ...added(), name: 'B' }, { token: password })
    expect(await made).toBe('backup-interrupted')
    await until('online')
    expect(game.isSaving).toBe(true)
    expect((await call('system.backup')).data).toMatchObject({ backupId: expect.any(String) })
    expect(game.isSaving).toBe(true)
  })
})

describe('a server whose saving could not be switched on', () => {
  it('is shown as degraded until it saves again', async () => {
    game.replies.set('save-on', 'An unexpected error occurred trying to execute that command')
    await expect(call('system.backup')).rejects.toMatchObject({ details: { why: 'backup-still-off' } })
    await until('degraded')
    expect(link?.server.strain).toBe('saving-off')
    game.replies.clear()
    await until('online')
    expect([link?.server.strain, game.isSaving]).toEqual([undefined, true])
  })

  it('is shown as degraded until saving is on, also where its folder is gone', async () => {
    game.replies.set('save-on', 'An unexpected error occurred trying to execute that command')
    await expect(call('system.backup')).rejects.toMatchObject({ details: { why: 'backup-still-off' } })
    await provider.stop()
    renameSync(path.join(root(), 'server'), path.join(root(), 'moved'))
    begin()
    await until('degraded')
    expect(link?.server.strain).toBe('saving-off')
    game.isSaving = false
    game.replies.clear()
    await until('online')
    expect(game.isSaving).toBe(true)
  })

  it('is named in a warning if it was removed meanwhile: only its owner can switch saving on', async () => {
    game.replies.set('save-on', 'An unexpected error occurred trying to execute that command')
    await expect(call('system.backup')).rejects.toMatchObject({ details: { why: 'backup-still-off' } })
    const left = new Promise((resolve) => provider.onDidLeaveUnsaved(resolve))
    provider.remove('a')
    expect(await left).toEqual({ id: 'a', name: 'A' })
  })
})

describe('a restore', () => {
  it('is rejected while the server runs, and works while it is stopped, without a console', async () => {
    const { backupId } = (await call('system.backup')).data
    const level = path.join(root(), 'server', 'world', 'level.dat')
    writeFileSync(level, 'later')
    await expect(call('system.restore', { backupId })).rejects.toMatchObject({
      details: { why: 'backup-not-stopped' },
      suggestion: 'Stop the server, then try again.',
    })
    expect(readFileSync(level, 'utf8')).toBe('later')
    await rcon.stop()
    await until('offline')
    expect((await call('system.restore', { backupId })).data).toMatchObject({
      success: true,
      backupId,
      worlds: ['world'],
    })
    expect(readFileSync(level, 'utf8')).toBe('level')
  })

  it('that a crash interrupted is finished at the next start, before any console connects', async () => {
    const { backupId } = (await call('system.backup')).data
    await provider.stop()
    await rcon.stop()
    const [folder = ''] = readdirSync(path.join(root(), 'store'))
    const store = path.join(root(), 'store', folder, 'backups')
    const server = path.join(root(), 'server')
    cpSync(path.join(store, String(backupId), 'world'), path.join(server, 'world.restoring'), { recursive: true })
    renameSync(path.join(server, 'world'), path.join(server, 'world.before-crash'))
    const moves = [{ world: 'world', aside: 'world.before-crash', incoming: 'world.restoring' }]
    writeFileSync(
      path.join(store, 'restoring.json'),
      JSON.stringify({ place: server, moves, levels: {}, isMoving: true }),
    )
    begin()
    await expect
      .poll(() => readdirSync(server).sort())
      .toEqual(['logs', 'server.properties', 'world', 'world.before-crash'])
    expect(readFileSync(path.join(server, 'world', 'level.dat'), 'utf8')).toBe('level')
  })
})
