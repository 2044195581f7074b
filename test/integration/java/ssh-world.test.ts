/** A whole Java server over a real SSH server: commands, log and blocks. Skipped where sshd is missing. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Cancellation } from '../../../src-main/gateway/ports/cancellation.js'
import type { ProviderEvent, ServerLink } from '../../../src-main/gateway/ports/provider.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { manifestOf } from '../../../src-main/providers/java/manifests/index.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconScene } from '../../fakes/java/rcon-scene.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'

const missing = sshdMissing()
const scene = new SshScene()
const games = new RconScene()
afterEach(async () => {
  await scene.end()
  await games.end()
})

describe.skipIf(missing !== undefined)('a Java server over SSH', () => {
  it('is online with its commands, chat and blocks, and again after a cut', async () => {
    const world = new MemoryWorld()
    world.join('Steve')
    const model = new ModelConsole({ version: '1.20.5', world })
    const rcon = await games.server({ password: 'from-the-file', run: async (command) => [await model.run(command)] })
    const properties = `level-name=world\nenable-rcon=true\nrcon.port=${rcon.port}\nrcon.password=from-the-file\n`
    const folder = scene.folder({ 'server.properties': properties, 'logs/latest.log': '' })
    const regions = path.join(folder, 'world', 'region')
    mkdirSync(regions, { recursive: true })
    writeFileSync(path.join(folder, 'ops.json'), '[]')
    const blocks = new RegionWorld({ regions })
    await blocks.run('setblock 1 5 2 minecraft:stone')
    await blocks.save()

    const sshd = await Sshd.start()
    scene.onEnd(() => sshd.stop())
    const cable = await scene.cable(sshd.port)
    const provider = new JavaProvider({
      clock: systemClock,
      log: scene.log,
      store: scene.folder(),
      recordRemoval: () => undefined,
    })
    scene.onEnd(() => provider.stop())
    let link: ServerLink | undefined
    const events: ProviderEvent[] = []
    provider.start({
      present: (now) => {
        link = now
      },
      withdraw: () => undefined,
      event: (_id, event) => void events.push(event),
    })
    provider.add(
      {
        id: 'java:far',
        address: `ssh://${sshd.user}@127.0.0.1:${cable.port}${folder}`,
        keyFile: sshd.keyFile,
        hostKey: sshd.fingerprint,
      },
      {},
    )
    const call = async (capabilityId: string, given: Readonly<Record<string, unknown>>) => {
      if (!link) throw new Error('not presented')
      const { version } = manifestOf(capabilityId)
      const request = { requestId: '1', capabilityId, version, caller: 'test', traceId: 't', arguments: given }
      return (await link.invoke(request, new Cancellation())).data
    }
    const isOnline = () => expect.poll(() => link?.server.state).toBe('online')

    await isOnline()
    expect(link?.server.folderProblem).toBeUndefined()
    const block = { location: { x: 1, y: 5, z: 2, world: 'minecraft:overworld' } }
    expect(await call('world.block.get', block)).toMatchObject({ type: 'minecraft:stone' })
    await call('chat.broadcast', { message: 'hello' })
    appendFileSync(path.join(folder, 'logs/latest.log'), '[12:00:00] [Server thread/INFO]: <Steve> over SSH\n')
    await expect.poll(() => JSON.stringify(events)).toContain('over SSH')

    cable.pull()
    await expect.poll(() => link?.server.state).toBe('offline')
    cable.plugIn()
    provider.reconnect('java:far')
    await isOnline()
    expect(await call('world.block.get', block)).toMatchObject({ type: 'minecraft:stone' })
  })
})
