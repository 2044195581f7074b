/** SSH against OpenSSH's own server. Skipped, with one line, where it is missing. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServerWay } from '../../../src-main/providers/java/ports.js'
import { ManagementServer } from '../../fakes/java/management-server.js'
import { RconScene, untilState } from '../../fakes/java/rcon-scene.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'

const missing = sshdMissing()
if (missing !== undefined) console.warn(`SSH is not tested with OpenSSH: ${missing}`)

const rounds = Number(process.env.GATEHOUSE_CRASH_ROUNDS ?? 12)

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => ({ code: error.code, ...error.details }),
  )

const settings = (port: number, password = 'secret') =>
  `enable-rcon=true\nrcon.port=${port}\nrcon.password=${password}\n`

describe.skipIf(missing !== undefined)('over SSH', { timeout: 60_000 }, () => {
  let sshd: Sshd
  const scene = new SshScene()
  const games = new RconScene()
  beforeAll(async () => {
    sshd = await Sshd.start()
  })
  afterEach(async () => {
    await scene.end()
    await games.end()
  })
  afterAll(() => sshd?.stop())

  const consoleOf = ({ console }: ServerWay) => {
    if (!console) throw new Error('There is no console.')
    return console
  }

  describe('the host key', () => {
    it('is asked about with its fingerprint, and nobody signs in before', async () => {
      const way = scene.way({ user: sshd.user, port: sshd.port }, { keyFile: sshd.keyFile })
      expect(await problemOf(way.openFiles())).toMatchObject({
        code: 'AUTH.HOST_KEY_UNKNOWN',
        fingerprint: sshd.fingerprint,
        keyType: 'ssh-ed25519',
      })
    })

    it('needs no question when this computer knows it', async () => {
      const home = scene.folder({ '.ssh/known_hosts': `other ssh-ed25519 AAAA\n${sshd.knownHost}` })
      const way = scene.way({ user: sshd.user, port: sshd.port }, { keyFile: sshd.keyFile }, home)
      await way.openFiles()
    })

    it('that another took stops everything, whoever trusted the old one', async () => {
      const other = await Sshd.start()
      scene.onEnd(() => other.stop())
      const [trusted, line] = [other.fingerprint, other.knownHost]
      other.changeHostKey()
      await other.restart()
      const home = scene.folder({ '.ssh/known_hosts': line })
      const at = { user: other.user, port: other.port }
      const pinned = scene.way(at, { keyFile: other.keyFile, hostKey: trusted })
      const known = scene.way(at, { keyFile: other.keyFile }, home)
      const changed = { code: 'AUTH.HOST_KEY_CHANGED', fingerprint: other.fingerprint }
      expect(await problemOf(pinned.openFiles())).toMatchObject({ ...changed, trusted })
      expect(await problemOf(known.openFiles())).toMatchObject({ ...changed, trusted: 'known_hosts' })
    })
  })

  describe('the sign-in', () => {
    it('uses the keys of the user when no key file is chosen', async () => {
      const home = scene.folder({ '.ssh/id_ed25519': readFileSync(sshd.keyFile) })
      const way = scene.way({ user: sshd.user, port: sshd.port }, { hostKey: sshd.fingerprint }, home)
      await way.openFiles()
    })

    it('with a key that the server does not know is refused once, without a second attempt', async () => {
      const other = await Sshd.start()
      scene.onEnd(() => other.stop())
      const way = scene.way({ user: sshd.user, port: sshd.port }, { keyFile: other.keyFile, hostKey: sshd.fingerprint })
      const problem = { code: 'AUTH.TOKEN_INVALID', reason: 'sign-in-refused', offered: ['publickey'] }
      expect(await problemOf(way.openFiles())).toMatchObject(problem)
      expect(await problemOf(way.openFiles())).toMatchObject(problem)
    })

    it('says that a file is no key', async () => {
      const folder = scene.folder({ key: 'no key' })
      const way = scene.way({ user: sshd.user, port: sshd.port }, { keyFile: path.join(folder, 'key') })
      expect(await problemOf(way.openFiles())).toMatchObject({ reason: 'key-file' })
    })

    it('says that nothing answers, or something else does', async () => {
      const web = await games.rawServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      expect(await problemOf(scene.way({ port: web }).openFiles())).toMatchObject({ reason: 'not-ssh' })
      expect(await problemOf(scene.way({ port: 1 }).openFiles())).toMatchObject({ reason: 'refused' })
    })
  })

  describe('commands', () => {
    it('go through a tunnel, with the password and port of server.properties at each connection', async () => {
      const server = await games.server({ run: (command) => [`did ${command}`] })
      const folder = scene.folder({ 'server.properties': settings(server.port) })
      const way = scene.trusted(sshd, folder)
      const console = consoleOf(way)
      console.start()
      await untilState(console, 'online')
      expect(await console.run('list')).toBe('did list')

      const moved = await games.server({ run: (command) => [`moved ${command}`], password: 'another' })
      writeFileSync(path.join(folder, 'server.properties'), settings(moved.port, 'another'))
      await server.stop()
      await expect.poll(() => console.run('list').catch(() => '')).toBe('moved list')
    })

    it('go to the management protocol through the same connection, with the secret of server.properties', async () => {
      const server = await ManagementServer.start({ secret: 'a'.repeat(40) })
      scene.onEnd(() => server.stop())
      const lines = (enabled: boolean) =>
        [
          `management-server-enabled=${enabled}`,
          'management-server-host=localhost',
          `management-server-port=${new URL(server.url).port}`,
          `management-server-secret=${'a'.repeat(40)}`,
          'management-server-tls-enabled=false',
        ].join('\n')
      const on = scene.trusted(sshd, scene.folder({ 'server.properties': lines(true) })).management
      const off = scene.trusted(sshd, scene.folder({ 'server.properties': lines(false) })).management
      if (!on || !off) throw new Error('There is no management protocol.')
      on.start()
      off.start()
      await untilState(on, 'online')
      expect(await on.players()).toEqual([])
      expect((await untilState(off, 'offline')).problem.details).toMatchObject({ why: 'management-off' })
    })

    it('are unavailable with a reason, while RCON is off or does not listen', async () => {
      const off = scene.trusted(sshd, scene.folder({ 'server.properties': 'enable-rcon=false\n' }))
      const silent = scene.trusted(sshd, scene.folder({ 'server.properties': settings(1) }))
      for (const [way, problem] of [
        [off, { details: { why: 'rcon-off' } }],
        [silent, { details: { reason: 'refused' } }],
      ] as const) {
        consoleOf(way).start()
        expect((await untilState(consoleOf(way), 'offline')).problem).toMatchObject(problem)
      }
    })

    it('whose reply does not come because the cable is pulled have an unknown outcome, and work again after it', async () => {
      const cable = await scene.cable(sshd.port)
      const server = await games.server({
        run: (command) => {
          if (command === 'op Steve') cable.pull()
          return [`did ${command}`]
        },
      })
      const way = scene.trusted(sshd, scene.folder({ 'server.properties': settings(server.port) }), cable)
      const console = consoleOf(way)
      console.start()
      await untilState(console, 'online')
      expect(await problemOf(console.run('op Steve'))).toMatchObject({
        code: 'SYSTEM.SERVICE_UNAVAILABLE',
        mayHaveRun: true,
      })
      cable.plugIn()
      console.reconnect()
      await expect.poll(() => console.run('list').catch(() => '')).toBe('did list')
    })

    it('have no tunnel where the server allows none', async () => {
      const strict = await Sshd.start({ settings: ['AllowTcpForwarding no'] })
      scene.onEnd(() => strict.stop())
      const way = scene.trusted(strict, scene.folder({ 'server.properties': settings(25_575) }))
      consoleOf(way).start()
      expect((await untilState(consoleOf(way), 'offline')).problem.details).toMatchObject({ reason: 'no-tunnel' })
    })
  })

  describe('files', () => {
    it('are listed, read whole, in ranges, and not beyond a limit', async () => {
      const world = Buffer.alloc(3_000_001, 'region')
      const folder = scene.folder({ 'world/region/r.0.0.mca': world, 'world/level.dat': 'level', empty: '' })
      const files = await scene.trusted(sshd, folder).openFiles()
      expect(files.place).toBe(`ssh://${sshd.user}@127.0.0.1:${sshd.port}${folder}`)
      expect(await files.entries('')).toEqual([
        { name: 'empty', kind: 'file', facts: { size: 0, modified: expect.any(Number) } },
        { name: 'world', kind: 'folder' },
      ])
      expect(await files.names('world')).toEqual(['level.dat', 'region'])
      expect([await files.names('nothing'), await files.entries('nothing')]).toEqual([[], []])
      expect((await files.read('world/region/r.0.0.mca', 4_000_000)).equals(world)).toBe(true)
      expect(await files.read('empty', 10)).toEqual(Buffer.alloc(0))
      expect(await problemOf(files.read('world/level.dat', 4))).toMatchObject({ why: 'folder-too-large' })
      expect(await problemOf(files.read('world', 10))).toMatchObject({ why: 'folder-not-a-file' })
      expect(await problemOf(files.read('gone/file', 10))).toMatchObject({ why: 'folder-missing' })
      expect(await files.readIfThere('gone', 10)).toBeUndefined()
      expect(await files.facts('gone')).toBeUndefined()
      const { mtimeMs } = statSync(path.join(folder, 'world/level.dat'))
      expect(await files.facts('world/level.dat')).toEqual({
        size: 5,
        modified: Math.floor(mtimeMs / 1_000) * 1_000,
        isFolder: false,
      })
      await files.withFile('world/region/r.0.0.mca', async (file, { size }) => {
        const bytes = Buffer.alloc(200_000)
        expect(size).toBe(world.length)
        expect(await file.read(bytes, 10, 100_000, 1_000_003)).toEqual({ bytesRead: 100_000 })
        expect(bytes.subarray(10, 100_010).equals(world.subarray(1_000_003, 1_100_003))).toBe(true)
        expect(await file.read(bytes, 0, 200_000, 2_900_000)).toEqual({ bytesRead: 100_001 })
        expect(await file.read(bytes, 0, 10, 4_000_000)).toEqual({ bytesRead: 0 })
      })
    })

    it('are never read or changed through a link that leads out, however it does', async () => {
      const outside = scene.folder({ 'secret/file': 'secret' })
      const folder = scene.folder({ 'a/inside': 'inside', here: 'here' })
      mkdirSync(path.join(folder, 'b'))
      for (const [name, target] of [
        ['out', path.join(outside, 'secret')],
        ['b/out', `../../${path.basename(outside)}/secret`],
        ['twice', 'b/out'],
        ['loop', 'loop'],
        ['b/in', '../a/inside'],
        ['in', 'b/../a'],
        ['whole', `${folder}/a`],
        ['dangling', '../nothing'],
      ] as const)
        symlinkSync(target, path.join(folder, name))
      const files = await scene.trusted(sshd, folder).openFiles()
      for (const name of ['out/file', 'b/out/file', 'twice/file', 'loop', '../x', 'a/../../x', 'a\\..\\x', '..']) {
        expect(await problemOf(files.read(name, 100)), name).toMatchObject({ why: 'folder-outside' })
        expect(await files.facts(name), name).toBeUndefined()
        expect(await problemOf(files.writer?.replace(name, Buffer.from('x')) ?? files.read('', 1)), name).toMatchObject(
          {
            why: 'folder-outside',
          },
        )
      }
      for (const name of ['b/in', 'in/inside', 'whole/inside'])
        expect(await files.read(name, 100), name).toEqual(Buffer.from('inside'))
      expect(await files.isNamed('out')).toBe(true)
      const source = path.join(folder, 'here')
      for (const name of ['out', 'dangling'])
        expect(await problemOf(files.writer?.send(source, name) ?? Promise.resolve()), name).not.toBe('none')
      await files.writer?.remove('out')
      expect(readFileSync(path.join(outside, 'secret/file'), 'utf8')).toBe('secret')
      expect(lstatSync(path.join(folder, 'b/out')).isSymbolicLink()).toBe(true)
    })

    it('are replaced in one step with the same rights, sent, renamed and removed', async () => {
      const folder = scene.folder({ 'server.properties': 'old' })
      chmodSync(path.join(folder, 'server.properties'), 0o664)
      const { writer, ...files } = await scene.trusted(sshd, folder).openFiles()
      if (!writer) throw new Error('Nothing can be written.')
      await writer.replace('server.properties', Buffer.from('new'))
      await writer.replace('fresh', Buffer.alloc(100_000, 'x'))
      const { mode } = statSync(path.join(folder, 'server.properties'))
      expect([readFileSync(path.join(folder, 'server.properties'), 'utf8'), mode & 0o777]).toEqual(['new', 0o664])
      expect(readFileSync(path.join(folder, 'fresh')).equals(Buffer.alloc(100_000, 'x'))).toBe(true)

      const region = scene.folder({ region: Buffer.alloc(2_500_000, 'abc') })
      await writer.makeFolder('world/region')
      await writer.makeFolder('world/region')
      let sent = 0
      await writer.send(path.join(region, 'region'), 'world/region/r', (bytes) => {
        sent += bytes
      })
      expect(sent).toBe(2_500_000)
      expect(readFileSync(path.join(folder, 'world/region/r')).equals(Buffer.alloc(2_500_000, 'abc'))).toBe(true)
      expect(await problemOf(writer.rename('world', 'fresh'))).not.toBe('none')
      await writer.rename('world', 'world-old')
      await writer.remove('world-old')
      await writer.remove('nothing')
      expect(files.place).toContain(folder)
      expect(readFileSync(path.join(folder, 'fresh')).length).toBe(100_000)
      expect(() => statSync(path.join(folder, 'world-old'))).toThrow()
    })

    it('that are replaced hold the old bytes or the new ones, whenever the connection is cut', async () => {
      const cable = await scene.cable(sshd.port)
      const folder = scene.folder({ 'server.properties': 'old' })
      const file = path.join(folder, 'server.properties')
      const outcomes = new Set<boolean>()
      for (let round = 0; round < rounds; round += 1) {
        const way = scene.trusted(sshd, folder, cable)
        const { writer } = await way.openFiles()
        const [before, fresh] = [readFileSync(file, 'utf8'), `${round} `.repeat(500)]
        cable.cutAfter(Math.random() * 5_000)
        const outcome = await problemOf(writer?.replace('server.properties', Buffer.from(fresh)) ?? Promise.resolve())
        cable.cutAfter(Number.POSITIVE_INFINITY)
        await way.stop()
        const after = readFileSync(file, 'utf8')
        expect(outcome === 'none' ? [fresh] : [before, fresh]).toContain(after)
        outcomes.add(outcome === 'none')
        const again = scene.trusted(sshd, folder)
        await (await again.openFiles()).writer?.recover('server.properties')
        await again.stop()
        expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['server.properties'], after])
      }
      expect(outcomes.has(false)).toBe(true)
    })

    it('of which a read is cut off are an error, never empty, and can be read again on the same object', async () => {
      const cable = await scene.cable(sshd.port)
      const folder = scene.folder({ big: Buffer.alloc(8_000_000, 'x'), 'world/level.dat': 'level' })
      const files = await scene.trusted(sshd, folder, cable).openFiles()
      const reading = problemOf(files.read('big', 10_000_000))
      cable.pull()
      expect(await reading).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE', reason: 'lost' })
      expect(await problemOf(files.names('world'))).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
      expect(await problemOf(files.facts('world'))).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
      cable.plugIn()
      await expect.poll(() => files.names('world').catch(() => [])).toEqual(['level.dat'])
    })
  })
})
