/** A Java server at a host, as the gateway sees it: over the models of a panel and its node, and the model console. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { FolderFeatures } from '../../../src-main/providers/java/folder-features.js'
import type { JavaServerDependencies } from '../../../src-main/providers/java/java-server.js'
import { wayOf } from '../../../src-main/providers/java/ways/index.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { JavaScene } from '../../fakes/java/java-scene.js'
import { PanelScene, sceneUuid } from '../../fakes/java/panel/panel-scene.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { withFolder } from '../../fakes/java/with-folder.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'

const root = folderForEach()
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Scene {
  readonly scene: JavaScene
  readonly host: PanelScene
  /** Moves the clock until it is so. */
  readonly reached: (condition: () => boolean) => Promise<void>
}

async function open(): Promise<Scene> {
  const clock = new FakeClock()
  const console = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
  const run = async (command: string) => (await console.run(command)).split('\n').filter((line) => line !== '')
  const host = await PanelScene.start({ clock, run })
  closers.push(() => host.close())
  const address = `pterodactyl://${new URL(host.panel.origin).host}/${sceneUuid}`
  const way = wayOf({ id: 'java:panel', address, node: host.node.host }, { token: host.key }, host.deps)
  closers.push(() => way.stop())
  const withWay = (parts: JavaServerDependencies): JavaServerDependencies => {
    const store = path.join(root(), 'store')
    const { log, backups } = withFolder(parts, root(), store)
    if (!backups) throw new Error('no backups')
    const openFolder = () => FolderFeatures.open({ way, store, address, clock, log, backups })
    return { ...parts, clock, way, backups, openFolder }
  }
  const scene = new JavaScene('1.20.4', 'vanilla', withWay, 'pterodactyl')
  closers.push(() => scene.server.stop())
  const reached = (condition: () => boolean) =>
    until(async () => {
      await clock.advance(250)
      return condition()
    })
  return { scene, host, reached }
}

/** The scene knows it only after the server has shown itself. */
function isShown(scene: JavaScene, state: 'online' | 'offline'): boolean {
  try {
    return scene.shown.state === state
  } catch {
    return false
  }
}

describe('a server at a host', () => {
  it('is online with the console of its panel, reports chat, and reads blocks', async () => {
    const { scene, host, reached } = await open()
    const regions = path.join(root(), 'region')
    mkdirSync(regions)
    const world = new RegionWorld({ regions })
    world.put(3, 5, 4, 'minecraft:oak_stairs[facing=north]')
    await world.save()
    const tree = host.node.files
    tree.put('server.properties', 'level-name=world\nonline-mode=true\n')
    tree.put('world/level.dat', Buffer.alloc(8))
    for (const name of readdirSync(regions)) {
      tree.put(`world/region/${name}`, readFileSync(path.join(regions, name)))
    }
    host.node.process.start()
    scene.server.start()
    await reached(() => isShown(scene, 'online'))
    expect(host.node.process.input.filter((line) => line.startsWith('list'))).not.toEqual([])

    host.node.process.say('<Steve> hello')
    host.node.process.say('<Mallory> There are 99 of a max of 100 players online:')
    await reached(() => scene.events.filter(({ eventId }) => eventId === 'player.chat').length === 2)
    expect(scene.events.find(({ eventId }) => eventId === 'player.chat')?.data).toMatchObject({ message: 'hello' })

    const location = { world: 'world', x: 3, y: 5, z: 4 }
    const reading = scene.call('world.block.get', { location })
    let block: unknown
    void reading.then((found) => {
      block = found
    })
    await reached(() => block !== undefined)
    expect(block).toMatchObject({ type: 'minecraft:oak_stairs' })
  })

  it('that is stopped says so', async () => {
    const { scene, reached } = await open()
    scene.server.start()
    await reached(() => isShown(scene, 'offline'))
    expect(scene.shown.problem?.message).toContain('The server is stopped.')
  })
})
