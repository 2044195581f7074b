import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AddedServer } from '@shared/servers/added-server.js'
import { afterEach, describe, expect, it } from 'vitest'
import { createJavaCheck, createJavaTrial } from '../../../../src-main/owner/servers/java-check.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { ManagementServer } from '../../../fakes/java/management-server.js'
import { RconScene } from '../../../fakes/java/rcon-scene.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const folder = folderForEach()
const scene = new RconScene()
afterEach(async () => {
  await scene.end()
})

const check = (server: AddedServer, password?: string, managementSecret?: string) =>
  createJavaCheck({
    serverOf: (id) => (id === server.id ? server : undefined),
    secretsOf: () => ({
      ...(password !== undefined && { token: password }),
      ...(managementSecret !== undefined && { management: managementSecret }),
    }),
    clock: systemClock,
    log: new RecordingLog(),
  })

describe('the check of a Java server', () => {
  it('finds nothing where everything works', async () => {
    const { port } = await scene.server({
      password: 'sekrit',
      run: () => ['There are 0 of a max of 20 players online: '],
    })
    const server = { id: 'java:1', name: 'Survival', address: `rcon://127.0.0.1:${port}` }
    expect(await check(server, 'sekrit')('java:1')).toEqual([])
  })

  it('compares the password with the folder, and never returns it', async () => {
    const { port } = await scene.server({ password: 'sekrit' })
    writeFileSync(
      path.join(folder(), 'server.properties'),
      `enable-rcon=true\nrcon.port=${port}\nrcon.password=other-one\n`,
    )
    const server = { id: 'java:1', name: 'Survival', address: `rcon://127.0.0.1:${port}`, folder: folder() }
    const found = await check(server, 'mistyped')('java:1')
    expect(found.map(({ kind }) => kind)).toContain('file-password-differs')
    expect(JSON.stringify(found)).not.toMatch(/other-one|mistyped|sekrit/u)
  })

  it('tries the management protocol with the secret of this server', async () => {
    const { port } = await scene.server({
      password: 'sekrit',
      run: () => ['There are 0 of a max of 20 players online: '],
    })
    const management = await ManagementServer.start({ secret: 'S'.repeat(40) })
    const address = `ws://127.0.0.1:${management.port}`
    const server = { id: 'java:1', name: 'A', address: `rcon://127.0.0.1:${port}`, management: { address } }
    const kinds = async (secret?: string) => (await check(server, 'sekrit', secret)('java:1')).map(({ kind }) => kind)
    expect(await kinds('S'.repeat(40))).toEqual([])
    expect(await kinds('W'.repeat(40))).toEqual(['management-secret-wrong'])
    expect(await kinds()).toEqual(['management-secret-missing'])
    await management.stop()
  })

  it('refuses a server that is behind an agent', async () => {
    const server = { id: 'a', name: 'A', address: 'ws://127.0.0.1:8765' }
    await expect(check(server)('a')).rejects.toThrow('server')
  })
})

describe('the test of a Java server before it is added', () => {
  const trial = () => createJavaTrial({ clock: systemClock, log: new RecordingLog() })

  it('finds nothing where everything works, and a wrong password where it is wrong', async () => {
    const { port } = await scene.server({
      password: 'sekrit',
      run: () => ['There are 0 of a max of 20 players online: '],
    })
    const address = `rcon://127.0.0.1:${port}`
    expect(await trial()({ address, token: 'sekrit' })).toEqual([])
    expect(await trial()({ address, token: 'mistyped' })).toMatchObject([{ kind: 'password-wrong', weight: 'cause' }])
  })

  it('sends no password over a public network before a person confirmed it', async () => {
    const found = await trial()({ address: 'rcon://203.0.113.7:25575', token: 'sekrit' })
    expect(found.map(({ kind }) => kind)).toContain('public-address')
  })

  it('refuses what is no address, and more than two tests at once', async () => {
    const { port } = await scene.server({ password: 'sekrit', run: () => [''] })
    const test = trial()
    const address = `rcon://127.0.0.1:${port}`
    await expect(test({ address: 'ws://127.0.0.1:1', token: 'x' })).rejects.toThrow()
    const running = [test({ address, token: 'sekrit' }), test({ address, token: 'sekrit' })]
    await expect(test({ address, token: 'sekrit' })).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
    await Promise.all(running)
  })
})
