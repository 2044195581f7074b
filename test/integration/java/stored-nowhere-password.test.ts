/** A system without a keychain: the password of a server on this computer is read again from its own file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Server } from '@shared/servers/server.js'
import { afterEach, expect, it } from 'vitest'
import type { ServerLink } from '../../../src-main/gateway/ports/provider.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function scene() {
  const folder = mkdtempSync(path.join(tmpdir(), 'password-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const model = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
  const rcon = await RconServer.start({ password: 'made-by-setup', run: async (command) => [await model.run(command)] })
  endings.push(() => rcon.stop())
  const provider = new JavaProvider({
    clock: systemClock,
    log: new RecordingLog(),
    store: path.join(folder, 'store'),
    recordRemoval: () => undefined,
  })
  endings.push(() => provider.stop())
  const properties = (port: number, password = 'made-by-setup') =>
    writeFileSync(
      path.join(folder, 'server.properties'),
      `enable-rcon=true\nrcon.port=${port}\nrcon.password=${password}\n`,
    )
  const until = (isWanted: (server: Server) => boolean) =>
    new Promise<Server>((resolve) => {
      const present = ({ server }: ServerLink) => isWanted(server) && resolve(server)
      provider.start({ present, withdraw: () => {}, event: () => {} })
    })
  const add = (host = '127.0.0.1') => provider.add({ id: 'java:1', address: `rcon://${host}:${rcon.port}`, folder }, {})
  return { port: rcon.port, properties, until, add }
}

it('is connected without a stored password', async () => {
  const { port, properties, until, add } = await scene()
  properties(port)
  const online = until(({ state }) => state === 'online')
  add()
  expect((await online).problem).toBeUndefined()
})

it('asks for the password when the file is of a server on another port', async () => {
  const { port, properties, until, add } = await scene()
  properties(port + 1)
  const offline = until(({ state, problem }) => state === 'offline' && problem !== undefined)
  add()
  expect((await offline).problem).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
})

it('never sends the password of the file to another computer', async () => {
  const { port, properties, until, add } = await scene()
  properties(port)
  const offline = until(({ state, problem }) => state === 'offline' && problem !== undefined)
  add('192.0.2.1')
  expect((await offline).problem).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
})
