/** A Java server over sets of ports that lack something. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PowerState } from '@shared/servers/server-way.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retryFolderMs } from '../../../../src-main/providers/java/folder-access.js'
import { FolderFeatures, isReadable } from '../../../../src-main/providers/java/folder-features.js'
import type { JavaServerDependencies } from '../../../../src-main/providers/java/java-server.js'
import { PushedLogLines } from '../../../../src-main/providers/java/log/pushed-log-lines.js'
import type { ServerWay } from '../../../../src-main/providers/java/ports.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'
import { RegionWorld } from '../../../fakes/java/region-world.js'
import { RemoteFiles } from '../../../fakes/java/remote-files.js'
import { withFolder } from '../../../fakes/java/with-folder.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { until } from '../../../fixtures/until.js'

const root = folderForEach()
let scene: JavaScene
let files: RemoteFiles

beforeEach(async () => {
  mkdirSync(path.join(root(), 'server', 'world', 'region'), { recursive: true })
  mkdirSync(path.join(root(), 'server', 'logs'))
  writeFileSync(path.join(root(), 'server', 'server.properties'), 'level-name=world\nonline-mode=true\n')
  writeFileSync(path.join(root(), 'server', 'logs', 'latest.log'), '')
  files = await RemoteFiles.open(path.join(root(), 'server'))
})
afterEach(async () => {
  await scene.server.stop()
})

/** A server elsewhere over these ports. */
function elsewhere(change: (way: ServerWay) => ServerWay): JavaScene {
  scene = new JavaScene(
    '1.20.4',
    'vanilla',
    (parts): JavaServerDependencies => {
      const { clock, log, backups } = withFolder(parts, path.join(root(), 'server'), path.join(root(), 'store'))
      const way = change({ ...parts.way, openFiles: async () => files })
      if (!backups) throw new Error('no backups')
      const store = path.join(root(), 'store')
      const openFolder = () => FolderFeatures.open({ way, store, address: 'rcon://server', clock, log, backups })
      return { ...parts, way, backups, ...(isReadable(way) && { openFolder }) }
    },
    'ssh',
  )
  return scene
}
const withoutConsole = ({ console: _console, ...way }: ServerWay): ServerWay => way
const lackOf = (id: string) => scene.shown.refused.find((one) => one.id === id)?.lack
const logged = (text: string, thread = 'Server thread') =>
  appendFileSync(path.join(root(), 'server', 'logs', 'latest.log'), `[12:00:00] [${thread}/INFO]: ${text}\n`)
/** The follower has looked: what is written from now on is new. */
async function followed() {
  await scene.clock.advance(0)
  await until(() => files.ranges.some((range) => range.path === 'logs/latest.log' && range.length === 64))
}
/** Lets the follower look until this many events came. */
async function reported(count: number) {
  await until(() => {
    void scene.clock.advance(1_500)
    return scene.events.length >= count
  })
  return scene.events.map(({ eventId, data }) => [eventId, data.playerName])
}

describe('a server whose files alone can be reached', () => {
  it('is online with what files and log give, and says that the rest needs a console', async () => {
    const regions = new RegionWorld({ regions: path.join(root(), 'server', 'world', 'region') })
    regions.put(3, 5, 4, 'minecraft:oak_stairs[facing=north]')
    await regions.save()
    await elsewhere(withoutConsole).start()
    expect(scene.shown).toMatchObject({ state: 'online', accounts: 'checked' })
    const location = { world: 'world', x: 3, y: 5, z: 4 }
    expect(await scene.call('world.block.get', { location })).toMatchObject({ type: 'minecraft:oak_stairs' })
    for (const id of ['player.kick', 'ext.java.command.run', 'world.block.set', 'system.backup', 'world.tps.get'])
      expect([id, lackOf(id)]).toEqual([id, 'console'])
    for (const id of ['player.chat', 'player.join', 'ext.java.operator.list']) expect(scene.offers(id)).toBe(true)
    expect(scene.console.ran).toEqual([])
  })

  it('reports chat and who comes and goes from the log', async () => {
    await elsewhere(withoutConsole).start()
    await followed()
    logged('UUID of player Alex is 069a79f4-44e9-4726-a5be-fca90e38aaf5', 'User Authenticator #1')
    logged('Alex[/127.0.0.1:50213] logged in with entity id 247 at (-193.5, 69.0, 43.49)')
    logged('Alex joined the game')
    logged('<Alex> hello')
    logged('Alex left the game')
    expect(await reported(3)).toEqual([
      ['player.join', 'Alex'],
      ['player.chat', 'Alex'],
      ['player.leave', 'Alex'],
    ])
  })

  it('is offline with the cause while the link is cut, and comes back', async () => {
    await elsewhere(withoutConsole).start()
    files.broken = true
    await scene.clock.advance(retryFolderMs)
    await scene.until(() => scene.shown.state === 'offline')
    expect(scene.shown.problem?.details).toMatchObject({ why: 'folder-unreadable' })
    files.broken = false
    await scene.clock.advance(retryFolderMs)
    await scene.until(() => scene.shown.state === 'online')
  })
})

describe('a server with a console elsewhere', () => {
  const readUpTo = async (lines: string) => {
    const size = Buffer.byteLength(lines)
    await until(() => {
      void scene.clock.advance(1_500)
      return files.ranges.some((range) => range.path === 'logs/latest.log' && range.position >= size)
    })
  }
  const said = () => scene.events.filter(({ eventId }) => eventId === 'player.chat').map(({ data }) => data.message)

  it('reports what its log says while only the console is away once it is back, once and in order', async () => {
    await elsewhere((way) => way).start()
    await followed()
    const log = path.join(root(), 'server', 'logs', 'latest.log')
    logged('<Steve> 0')
    await reported(1)
    scene.connection.become({ kind: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'away' } })
    await scene.until(() => scene.shown.state === 'offline')
    for (const word of ['1', '2', '3']) logged(`<Steve> ${word}`)
    await readUpTo(readFileSync(log, 'utf8'))
    expect(said()).toEqual(['0'])
    scene.connection.become({ kind: 'online' })
    await scene.until(() => scene.shown.state === 'online')
    logged('<Steve> 4')
    await until(() => {
      void scene.clock.advance(1_500)
      return said().length >= 5
    })
    expect(said()).toEqual(['0', '1', '2', '3', '4'])
  })

  it('without files says so in words that are true there', async () => {
    await elsewhere(({ openFiles: _files, ...way }) => way).start()
    expect(scene.offers('player.kick')).toBe(true)
    expect(lackOf('world.block.get')).toBe('files')
  })

  it('reports what its log pushes, although its files cannot be read', async () => {
    let lines: PushedLogLines | undefined
    const openLog: ServerWay['openLog'] = (reader) => {
      lines = new PushedLogLines(reader)
      return lines
    }
    await elsewhere(({ openFiles: _files, ...way }) => ({ ...way, openLog })).start()
    expect(lackOf('system.backup')).toBe('files')
    lines?.add('[12:00:00 INFO]: \u001b[33m<Steve> hel')
    lines?.add('lo\r\n')
    expect(await reported(1)).toEqual([['player.chat', 'Steve']])
  })

  it.each([
    ['stopped', 'The server has crashed.'],
    ['stopping', 'The server is stopping.'],
    ['starting', 'The server is starting.'],
    ['running', 'refused'],
    ['unknown', 'refused'],
  ] as const)('that its host calls %s says why it is offline', async (state: PowerState, message) => {
    const none = () => Promise.resolve()
    const power = { state: async () => state, start: none, stop: none, restart: none }
    await elsewhere((way) => ({ ...way, power })).start()
    scene.connection.become({ kind: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'refused' } })
    await scene.until(() => scene.shown.problem?.message === message)
    await scene.until(() => scene.shown.power?.state === (state === 'stopped' ? 'crashed' : state))
    expect(scene.shown.state).toBe('offline')
  })

  it('shows what a limit of its host delays, while it does', async () => {
    let waiting: { requests: number; seconds: number } | undefined
    let tell = () => {}
    const queue = {
      now: () => waiting,
      onDidChange: (listener: () => void) => {
        tell = listener
        return () => {}
      },
    }
    await elsewhere((way) => ({ ...way, queue })).start()
    expect(scene.shown.queue).toBeUndefined()
    waiting = { requests: 4, seconds: 6 }
    tell()
    expect(scene.shown).toMatchObject({ state: 'online', queue: waiting })
    waiting = undefined
    tell()
    expect(scene.shown.queue).toBeUndefined()
  })

  it('follows a log that is rotated, without an inode', async () => {
    await elsewhere((way) => way).start()
    await followed()
    logged('<Steve> one')
    await reported(1)
    renameSync(path.join(root(), 'server', 'logs', 'latest.log'), path.join(root(), 'server', 'logs', 'old.log'))
    writeFileSync(path.join(root(), 'server', 'logs', 'latest.log'), '')
    logged('<Steve> two more')
    expect(await reported(2)).toEqual([
      ['player.chat', 'Steve'],
      ['player.chat', 'Steve'],
    ])
  })
})
