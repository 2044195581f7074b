/** SSH against models of other servers: panels' SFTP, passwords, prompts, and what a hostile server may do. */
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FileWriter } from '../../../src-main/providers/java/ports.js'
import { RconScene, untilState } from '../../fakes/java/rcon-scene.js'
import type { ModelSshdOptions } from '../../fakes/java/ssh/model-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'

const scene = new SshScene()
const games = new RconScene()
afterEach(async () => {
  await scene.end()
  await games.end()
})

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => ({ code: error.code, ...error.details }),
  )

/** The fingerprint that the question about the key shows is then trusted. */
async function trusting(options: ModelSshdOptions, login = 'pw', more: { rcon?: string } = {}) {
  const model = await scene.model(options)
  const at = { kind: 'sftp' as const, user: 'steve.11111111', port: model.port }
  const asked = await problemOf(scene.way(at, { login }).openFiles())
  expect(asked).toMatchObject({ code: 'AUTH.HOST_KEY_UNKNOWN' })
  expect(model.secrets).toEqual([])
  const { fingerprint: hostKey } = asked as { fingerprint: string }
  const token = more.rcon ? { token: 'secret' } : {}
  const again = () => scene.way(at, { login, hostKey, ...token, ...more })
  return { model, way: again(), again }
}

describe('signing in', () => {
  it('sends no password before a person trusts the host key, and one afterwards', async () => {
    const { model, way } = await trusting({ folder: scene.folder() })
    await way.openFiles()
    expect(model.secrets).toEqual(['pw'])
  })

  it('offers a wrong password once', async () => {
    const { model, way } = await trusting({ folder: scene.folder() }, 'wrong')
    expect(await problemOf(way.openFiles())).toMatchObject({ code: 'AUTH.TOKEN_INVALID', offered: ['password'] })
    expect(await problemOf(way.openFiles())).toMatchObject({ code: 'AUTH.TOKEN_INVALID' })
    expect(model.secrets).toEqual(['wrong'])
  })

  it.each(['Password: ', "(mc@host) mc's password:", 'Passwort:', '密码：'])(
    'answers the prompt "%s"',
    async (prompt) => {
      const { model, way } = await trusting({ folder: scene.folder(), prompts: [{ prompt, echo: false }] })
      await way.openFiles()
      expect(model.secrets).toEqual(['pw'])
    },
  )

  it.each([
    [[{ prompt: 'Verification code: ', echo: false }]],
    [[{ prompt: "One-time password (OATH) for `mc': ", echo: false }]],
    [
      [
        { prompt: 'Password: ', echo: false },
        { prompt: 'Duo token: ', echo: false },
      ],
    ],
    [[{ prompt: 'Enter your name: ', echo: true }]],
    [[{ prompt: '动态密码：', echo: false }]],
  ])('says that a code is needed at %j, and answers nothing', async (prompts) => {
    const { model, way } = await trusting({ folder: scene.folder(), prompts })
    expect(await problemOf(way.openFiles())).toMatchObject({ reason: 'second-factor' })
    expect(model.secrets).toEqual([])
  })
})

describe('files of a panel', () => {
  it('work with one channel, and have no console of their own', async () => {
    const folder = scene.folder({ 'server.properties': 'enable-rcon=true', 'logs/latest.log': 'one\ntwo\n' })
    const { model, way } = await trusting({ folder })
    const files = await way.openFiles()
    expect(way.console).toBeUndefined()
    expect(await files.names('')).toEqual(['logs', 'server.properties'])
    expect(`${await files.read('logs/latest.log', 100)}`).toBe('one\ntwo\n')
    expect(model.channels).toBe(1)
  })

  it('go with commands over an RCON address', async () => {
    const server = await games.server({ run: (command) => [`did ${command}`] })
    const { way } = await trusting({ folder: scene.folder() }, 'pw', { rcon: `rcon://127.0.0.1:${server.port}` })
    const { console } = way
    if (!console) throw new Error('There is no console.')
    console.start()
    await untilState(console, 'online')
    expect(await console.run('list')).toBe('did list')
  })

  it('are replaced without a step in which nothing is whole', async () => {
    const folder = scene.folder({ 'server.properties': 'old' })
    const { model, way } = await trusting({ folder })
    const { writer } = await way.openFiles()
    await writer?.replace('server.properties', Buffer.from('new'))
    expect([readdirSync(folder), readFileSync(path.join(folder, 'server.properties'), 'utf8')]).toEqual([
      ['server.properties'],
      'new',
    ])
    expect(model.requests.filter((request) => ['RENAME', 'EXTENDED', 'REMOVE'].includes(request))).toContain('RENAME')
  })

  it('survive a cut before or after any request of a replacement', async () => {
    let [left, when] = [Number.POSITIVE_INFINITY, 'before' as 'before' | 'after']
    const folder = scene.folder({ 'server.properties': 'old' })
    const { again } = await trusting({
      folder,
      cutsAt: (request) => {
        if (request === 'answer') return undefined
        left -= 1
        return left === 0 ? when : undefined
      },
    })
    /** Over a connection of its own. */
    const write = async (work: (writer: FileWriter) => Promise<void>) => {
      left = Number.POSITIVE_INFINITY
      const way = again()
      const { writer } = await way.openFiles()
      if (!writer) throw new Error('Nothing can be written.')
      return { outcome: () => problemOf(work(writer)), end: () => way.stop() }
    }
    let last = 'old'
    for (let at = 1, isWhole = false; !isWhole; at += 1) {
      const fresh = `new ${at}`
      when = at % 2 === 0 ? 'before' : 'after'
      const replacing = await write((writer) => writer.replace('server.properties', Buffer.from(fresh)))
      left = at
      const outcome = await replacing.outcome()
      isWhole = left > 0
      if (isWhole) expect(outcome).toBe('none')
      await replacing.end()
      const recovering = await write((writer) => writer.recover('server.properties'))
      expect(await recovering.outcome()).toBe('none')
      await recovering.end()
      const text = readFileSync(path.join(folder, 'server.properties'), 'utf8')
      expect(isWhole ? [fresh] : [last, fresh]).toContain(text)
      expect(readdirSync(folder)).toEqual(['server.properties'])
      last = text
      expect(at).toBeLessThan(60)
    }
  })

  it('are never reached through a link, also where the server does not resolve links', async () => {
    const outside = scene.folder({ file: 'secret' })
    const folder = scene.folder()
    symlinkSync(outside, path.join(folder, 'out'))
    const { way } = await trusting({ folder })
    const files = await way.openFiles()
    expect(await problemOf(files.read('out/file', 100))).not.toBe('none')
    expect(await files.facts('out/file')).toBeUndefined()
  })

  it('with names that lead elsewhere are left out', async () => {
    const names = ['../up', '..', '.', 'a/b', 'back\\slash', 'nul\0', 'x'.repeat(5_000), '', '好.txt']
    const { way } = await trusting({ folder: scene.folder({ real: 'x' }), names })
    expect(await (await way.openFiles()).names('')).toEqual(['real', '好.txt'])
  })

  it('get their rights back without a name that another program may have made a link', async () => {
    const shadow = path.join(scene.folder({ shadow: 'secret' }), 'shadow')
    chmodSync(shadow, 0o600)
    const folder = scene.folder({ 'server.properties': 'old' })
    const fresh = path.join(folder, 'server.properties.gatehouse-new')
    chmodSync(path.join(folder, 'server.properties'), 0o666)
    const { way } = await trusting({
      folder,
      instead: (request) => {
        if (request !== 'SETSTAT') return false
        renameSync(fresh, `${fresh}-real`)
        symlinkSync(shadow, fresh)
        return false
      },
    })
    await (await way.openFiles()).writer?.replace('server.properties', Buffer.from('new'))
    expect(statSync(shadow).mode & 0o777).toBe(0o600)
    expect(statSync(path.join(folder, 'server.properties')).mode & 0o777).toBe(0o666)
    expect(readFileSync(path.join(folder, 'server.properties'), 'utf8')).toBe('new')
  })

  it('are not read or written through a link that takes the name after it was looked at', async () => {
    const outside = path.join(scene.folder({ secret: 'secret' }), 'secret')
    chmodSync(outside, 0o600)
    const folder = scene.folder({ log: 'log', world: 'world', source: 'new' })
    chmodSync(path.join(folder, 'world'), 0o660)
    const { way } = await trusting({
      folder,
      instead: (request, _id, _sftp, [name]) => {
        const file = path.join(folder, `${name}`)
        const isRaced = request === 'OPEN' && (name === '/log' || name === '/world')
        if (isRaced) {
          if (existsSync(file)) renameSync(file, `${file}-real`)
          symlinkSync(outside, file)
        }
        return false
      },
    })
    const files = await way.openFiles()
    expect(await problemOf(files.read('log', 100))).toMatchObject({ why: 'folder-outside' })
    await problemOf(files.writer?.send(path.join(folder, 'source'), 'world') ?? Promise.resolve())
    expect(readFileSync(outside, 'utf8')).toBe('secret')
  })

  it('keep their rights when they are sent again', async () => {
    const folder = scene.folder({ world: 'a longer world', source: 'new' })
    chmodSync(path.join(folder, 'world'), 0o640)
    const { way } = await trusting({ folder })
    await (await way.openFiles()).writer?.send(path.join(folder, 'source'), 'world')
    expect(readFileSync(path.join(folder, 'world'), 'utf8')).toBe('new')
    expect(statSync(path.join(folder, 'world')).mode & 0o777).toBe(0o640)
  })
})

describe('a hostile server', () => {
  const named = (filename: string) => ({ filename, longname: filename, attrs: { mode: 0o100644 } as never })

  it('cannot list a folder without end', async () => {
    let batches = 0
    const { way } = await trusting({
      folder: scene.folder(),
      instead: (request, id, sftp) => {
        if (request !== 'READDIR') return false
        batches += 1
        // Without a limit this ends here, at last.
        if (batches > 60) return false
        sftp.name(
          id,
          Array.from({ length: 2_000 }, () => named('a/b')),
        )
        return true
      },
    })
    expect(await (await way.openFiles()).names('')).toEqual([])
    expect(batches).toBe(50)
  })

  it('cannot have a folder removed without end', async () => {
    const folder = scene.folder({ 'world/level.dat': 'level' })
    let removed = 0
    const { way } = await trusting({
      folder,
      instead: (request, id, sftp) => {
        if (request !== 'REMOVE') return false
        removed += 1
        if (removed > 50) return false
        sftp.status(id, 0)
        return true
      },
    })
    const { writer } = await way.openFiles()
    expect(await problemOf(writer?.remove('world') ?? Promise.resolve())).toMatchObject({ why: 'folder-too-large' })
    expect(removed).toBeLessThan(50)
  })
})
