/**
 * A server in a container of a real Docker engine: reached by rcon-cli and by RCON, followed, read, started and stopped.
 *
 * It starts an engine of its own, which needs root and Debian's docker.io.
 */

import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { GatewayError } from '../../../src-main/contract/gateway-error.js'
import { folderError } from '../../../src-main/providers/java/folder/folder-problem.js'
import type { ServerWay } from '../../../src-main/providers/java/ports.js'
import {
  createDockerWay,
  type DockerWayOptions,
  listContainers,
} from '../../../src-main/providers/java/ways/docker/docker-way.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { RealEngine } from '../../fakes/java/docker/real-engine.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const prepared = await RealEngine.prepare()
if (typeof prepared === 'string') console.log(`Docker is not tested here: ${prepared}`)

const endMs = 300_000
const caseMs = 120_000

describe.skipIf(typeof prepared === 'string')('a server in a container', { timeout: caseMs }, () => {
  // When it is a reason, nothing of this runs.
  const engine = prepared as RealEngine
  const ways: ServerWay[] = []
  let rconPort = 0
  const log = new RecordingLog()

  afterEach(async () => {
    for (const way of ways.splice(0)) await way.stop()
  })
  afterAll(() => engine.remove(), endMs)

  const environment = () => ({
    variables: { DOCKER_HOST: `unix://${engine.socket}` },
    home: homedir(),
    platform: process.platform,
    clock: systemClock,
    log,
  })
  const noFolder: DockerWayOptions['openLocal'] = async (folder) => {
    throw folderError('no-permission', folder)
  }
  const wayTo = (
    container: string,
    openLocal = noFolder,
  ): ServerWay & Required<Pick<ServerWay, 'console' | 'openFiles' | 'openLog' | 'power'>> => {
    const options: DockerWayOptions = {
      ...environment(),
      openLocal,
    }
    const way = createDockerWay({ address: { kind: 'docker', container } }, options)
    ways.push(way)
    const { console, openFiles, openLog, power } = way
    if (!console || !openFiles || !openLog || !power) throw new Error('A port is missing.')
    return { ...way, console, openFiles, openLog, power }
  }
  const online = (way: ServerWay, wanted = 'online') =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (way.console?.state.kind !== wanted) return
        stop?.()
        resolve()
      }
      const stop = way.console?.onDidChangeState(look)
      look()
    })
  const connected = async (container: string) => {
    const way = wayTo(container)
    way.console.start()
    await online(way)
    return way
  }
  const failure = (promise: Promise<unknown>): Promise<GatewayError> =>
    promise.then(
      () => expect.fail('It succeeded.'),
      (error) => error,
    )

  it('is found by its image, and by the port of the game', async () => {
    rconPort = await freePort()
    await engine.container('mc', rconPort)
    await engine.docker('tag', 'itzg/minecraft-server:latest', 'another:1')
    await engine.docker('create', '--name', 'other', '--network', 'host', 'another:1')
    const grace = ['services:', '  minecraft:', '    stop_grace_period: 75s']
    expect((await listContainers({}, environment())).containers).toEqual([
      {
        name: 'mc',
        image: 'itzg/minecraft-server:latest',
        state: 'running',
        isItzg: true,
        hasRcon: true,
        missingLines: grace,
      },
      { name: 'other', image: 'another:1', state: 'stopped', isItzg: false, missingLines: [] },
    ])
  })

  it('replies to one command after the other, whole and without colours', async () => {
    const { console } = await connected('mc')
    const replies = await Promise.all(['list', 'colours', 'time query daytime'].map((command) => console.run(command)))
    expect(replies).toEqual([
      'There are 0 of a max of 20 players online: ',
      'Green and bold\nnext',
      expect.stringMatching(/^The time is \d+$/u),
    ])
  })

  it('never sends two lines, a line that is too long, or an option', async () => {
    const { console } = await connected('mc')
    expect((await failure(console.run('say hi\nstop'))).details?.reason).toBe('control-character')
    expect((await failure(console.run(`say ${'x'.repeat(1_020)}`))).details?.reason).toBe('too-long')
    expect(await console.run('--help')).toMatch(/^Unknown or incomplete command/u)
    expect(await engine.docker('logs', 'mc')).not.toMatch(/command (?:say|stop)/u)
  })

  it('never takes a part of a reply for the whole, and says that the command may have run', async () => {
    const { console } = await connected('mc')
    expect((await failure(console.run('long'))).details).toMatchObject({ reason: 'reply-too-large', mayHaveRun: true })
    expect((await failure(console.run('wait', { timeoutMs: 1_000 }))).details).toMatchObject({
      reason: 'no-reply',
      mayHaveRun: true,
    })
  })

  it('connects with the new password after each start', async () => {
    const way = await connected('mc')
    const before = await (await way.openFiles()).read('.rcon-cli.env', 1_024)
    const isOffline = online(way, 'offline')
    await way.power.restart()
    await isOffline
    await online(way)
    expect(await way.console.run('list')).toMatch(/^There are/u)
    expect(await (await way.openFiles()).read('.rcon-cli.env', 1_024)).not.toEqual(before)
  })

  it('uses RCON, with the password of the last start, where rcon-cli is missing', async () => {
    await engine.docker('exec', 'mc', process.execPath, '-e', 'fs.rmSync("/usr/local/bin/rcon-cli")')
    const way = await connected('mc')
    expect(await way.console.run('long')).toHaveLength(9_000)
    const isOffline = online(way, 'offline')
    await way.power.restart()
    await isOffline
    await online(way)
    expect(await way.console.run('list')).toMatch(/^There are/u)
    await way.stop()
    await engine.docker('rm', '-f', 'mc')
    await engine.container('mc', rconPort)
  })

  it('follows the log over a restart: no line twice, none lost', async () => {
    const way = await connected('mc')
    const earlier: string[] = []
    const lines: string[] = []
    const reader = way.openLog({
      startsAtEnd: true,
      onEarlier: (found) => earlier.push(...found.map(({ text }) => text)),
      onLines: async (found) => {
        lines.push(...found.map(({ text }) => text))
        return true
      },
    })
    const until = async (text: string) => {
      while (!lines.at(-1)?.includes(text)) {
        await reader.poll()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await reader.poll()
    // The engine reads the two streams on their own, so their lines change places.
    expect(earlier).toEqual(
      expect.arrayContaining([expect.stringContaining('Starting with mc'), 'a line of the error stream']),
    )
    for (let index = 0; index < 20; index++) await way.console.run(`mark ${index}`)
    await until('mark 19')
    await way.power.restart()
    await until('Done')
    await online(way)
    await way.console.run('mark 20')
    await until('mark 20')
    await reader.close()
    const whole = (await engine.docker('logs', 'mc')).split('\n')
    const before = whole.findIndex((line) => line.endsWith('command mark 0'))
    expect(lines.filter((line) => line.includes('[Server thread'))).toEqual(
      whole.slice(before).filter((line) => line !== ''),
    )
    expect(lines.filter((line) => line === 'a line of the error stream')).toHaveLength(1)
  })

  it('reads, lists and measures files, and follows no link out of the folder', async () => {
    const files = await wayTo('mc').openFiles()
    expect(files.place).toBe('docker://mc/data')
    expect(await files.entries('')).toEqual([
      { name: '.rcon-cli.env', kind: 'file' },
      { name: '.rcon-cli.yaml', kind: 'file' },
      { name: 'eula.txt', kind: 'file' },
      { name: 'latest', kind: 'link' },
      { name: 'logs', kind: 'folder' },
      { name: 'out', kind: 'link' },
      { name: 'server.properties', kind: 'file' },
      { name: 'world', kind: 'folder' },
    ])
    expect(await files.entries('nothing')).toEqual([])
    expect(await files.facts('world/region/r.0.0.mca')).toMatchObject({ size: 40_960, isFolder: false })
    const piece = Buffer.alloc(8)
    const read = await files.withFile('world/region/r.0.0.mca', (file) => file.read(piece, 2, 4, 36_864))
    expect([read.bytesRead, ...piece]).toEqual([4, 0, 0, 7, 7, 7, 7, 0, 0])
    expect((await files.read('eula.txt', 100)).toString()).toBe('# Generated via Docker\neula=true\n')
    expect((await files.read('latest', 100_000)).toString()).toContain('Starting with mc')
    expect(await files.readIfThere('nothing', 100)).toBeUndefined()
    for (const [path, why] of [
      ['out/version', 'outside'],
      ['../etc/passwd', 'outside'],
      ['world', 'not-a-file'],
    ] as const)
      expect((await failure(files.read(path, 1_000))).details?.why).toBe(`folder-${why}`)
    expect((await failure(files.read('world/region/r.0.0.mca', 10))).details?.why).toBe('folder-too-large')
    expect([await files.isNamed('out'), await files.isNamed('gone')]).toEqual([true, false])
  })

  it('stops and starts, saving first, and is read also while it is stopped', async () => {
    const way = wayTo('mc')
    await way.power.stop()
    await state(way, 'stopped')
    expect(await engine.docker('logs', '--tail', '1', 'mc')).toContain('Stopping the server')
    const files = await way.openFiles()
    expect((await files.read('eula.txt', 100)).toString()).toContain('eula=true')
    expect(await files.entries('')).toBeUndefined()
    way.console.start()
    await online(way, 'offline')
    expect(way.console.state).toMatchObject({ problem: { details: { reason: 'docker-container-stopped' } } })
    await way.power.start()
    await state(way, 'running')
    await online(way)
  })

  it('reads the output of a terminal, and the data volume itself where this user may', async () => {
    const folder = mkdtempSync(path.join(engine.folder, 'data-'))
    await engine.container('terminal', await freePort(), '-t', '-v', `${folder}:/data`)
    const opened: string[] = []
    const way = wayTo('terminal', async (local) => {
      opened.push(local)
      return noFolder(local)
    })
    way.console.start()
    await online(way)
    await way.openFiles()
    expect(opened).toEqual([folder])
    const lines: string[] = []
    const reader = way.openLog({
      startsAtEnd: false,
      onLines: async (found) => lines.push(...found.map(({ text }) => text)) > 0,
    })
    while (!lines.some((line) => line.includes('command list'))) {
      await reader.poll()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await reader.close()
    expect(lines[1]).toMatch(
      /^\[\d\d:\d\d:\d\d\] \[Server thread\/INFO\]: Starting with terminal$|^a line of the error stream$/u,
    )
    expect(lines.join('\n')).not.toMatch(/\r/u)
    await engine.docker('rm', '-f', 'terminal')
  })

  it('says that a command may have run when the engine ends in the middle, and connects when it is back', async () => {
    const way = await connected('mc')
    const cut = failure(way.console.run('wait'))
    while (!(await engine.docker('logs', '--tail', '1', 'mc')).includes('command wait'));
    await engine.stop()
    expect((await cut).details).toMatchObject({ mayHaveRun: true })
    await online(way, 'offline')
    expect(await way.power.state()).toBe('unknown')
    await engine.start()
    await way.power.start()
    way.console.reconnect()
    await online(way)
  })

  it('names the reason when the container was removed', async () => {
    const way = await connected('mc')
    const isOffline = online(way, 'offline')
    await engine.docker('rm', '-f', 'mc')
    await isOffline
    way.console.reconnect()
    await online(way, 'offline')
    expect(way.console.state).toMatchObject({ problem: { details: { reason: 'docker-no-container' } } })
    expect((await failure(way.openFiles())).details?.reason).toBe('docker-no-container')
    expect((await failure(way.power.start())).details?.reason).toBe('docker-no-container')
  })

  const state = async (way: ServerWay, wanted: string) => {
    while ((await way.power?.state()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 50))
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
