/** A server in the container of itzg/minecraft-server: its RCON password is another one after each start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, it } from 'vitest'
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

it('is logged in to with the password that the container wrote last, at each connection', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'container-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const model = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
  const run = async (command: string) => [await model.run(command)]
  const startContainer = async (password: string, port?: number) => {
    writeFileSync(path.join(folder, 'server.properties'), `enable-rcon=true\nrcon.password=${password}\n`)
    writeFileSync(path.join(folder, '.rcon-cli.env'), `password=${password}\n`)
    return RconServer.start({ password, run, ...(port !== undefined && { port }) })
  }
  const first = await startContainer('0123456789abcdef01234567')
  const provider = new JavaProvider({
    clock: systemClock,
    log: new RecordingLog(),
    store: path.join(folder, 'store'),
    recordRemoval: () => undefined,
  })
  endings.push(() => provider.stop())
  let state = ''
  const watchers = new Set<() => void>()
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (state !== wanted) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  const present = ({ server }: ServerLink) => {
    state = server.state
    for (const look of [...watchers]) look()
  }
  provider.start({ present, withdraw: () => {}, event: () => {} })
  const { port } = first
  const address = `rcon://127.0.0.1:${port}`
  provider.add({ id: 'java:1', address, folder }, { token: 'of an earlier start' })
  await until('online')

  await first.stop()
  await until('offline')
  const second = await startContainer('89abcdef0123456701234567', port)
  endings.push(() => second.stop())
  provider.reconnect('java:1')
  await until('online')
})
