/** What a panel recorded of the use of its keys, compared with what Gatehouse did there. */
import { afterEach, describe, expect, it } from 'vitest'
import { createWayTrial } from '../../../src-main/owner/servers/way-trial.js'
import { type PanelWay, panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { PanelScene, type PanelSceneOptions } from '../../fakes/java/panel/panel-scene.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(options: Partial<PanelSceneOptions> & { readonly aheadMs?: number } = {}) {
  const clock = new FakeClock()
  const scene = await PanelScene.start({ clock, ...options })
  closers.push(() => scene.close())
  scene.panel.aheadMs = options.aheadMs ?? 0
  const again = (server = scene.address.server): PanelWay => {
    const way = panelWayOf({ ...scene.address, server }, scene.deps)
    closers.push(() => way.stop())
    return way
  }
  const way = again()
  const now = () => clock.now().getTime() + scene.panel.aheadMs
  // What was done before Gatehouse connected is not of this key's use by it.
  scene.panel.record('file.delete', now() - 60_000)
  await way.openFiles?.()
  return { clock, scene, way, again, now }
}

const found = (actions: string, count: number) => ({
  details: { reason: 'other-key-use', why: 'panel-other-key-use', actions, count },
})

describe.each(['pterodactyl', 'pelican'] as const)('the record of a panel, %s', (kind) => {
  it.each([0, -600_000, 600_000])('explains what Gatehouse itself did, with clocks %i ms apart', async (aheadMs) => {
    const { scene, way, clock } = await open({ kind, aheadMs })
    const files = await way.openFiles?.()
    await way.power?.stop()
    await files?.writer?.replace('server.properties', Buffer.from('motd=hi\n'))
    await clock.advance(30_000)
    await way.power?.start()
    expect(scene.panel.activity.map(({ event }) => event)).toContain('server:power.stop')
    expect(await way.checkKeyUse?.()).toBe(true)
  })

  it('names what something else did with a key, and not what people did on its pages', async () => {
    const { scene, way, clock, now } = await open({ kind })
    await way.power?.stop()
    await clock.advance(30_000)
    scene.panel.record('power.kill', now(), false)
    scene.panel.record('file.read', now())
    expect(await way.checkKeyUse?.()).toBe(true)
    scene.panel.record('file.delete', now())
    scene.panel.record('power.stop', now())
    scene.panel.record('file.delete', now())
    await expect(way.checkKeyUse?.()).rejects.toMatchObject(found('file.delete (2), power.stop', 3))
  })

  it('counts one entry for one order, whichever connection gave it', async () => {
    const { scene, way, again, now } = await open({ kind })
    await again(kind === 'pterodactyl' ? scene.address.server.slice(0, 8) : scene.address.server).power?.stop()
    expect(await way.checkKeyUse?.()).toBe(true)
    scene.panel.record('power.stop', now())
    await expect(again().checkKeyUse?.()).rejects.toMatchObject(found('power.stop', 1))
  })

  it('is not compared where it is too long, or may not be read', async () => {
    const { scene, way, now } = await open({ kind })
    for (let count = 0; count < 501; count += 1) scene.panel.record('power.start', now(), false)
    expect(await way.checkKeyUse?.()).toBe(false)
    scene.panel.record('file.delete', now())
    scene.panel.keys.set(scene.key, { permissions: ['file.read'] })
    expect(await way.checkKeyUse?.()).toBe(false)
  })
})

describe('the test of a server at a panel', () => {
  it('names the use of its key by something else, once it is added', async () => {
    const { scene, now, clock, again } = await open()
    const server = { id: 'java:panel', name: 'Survival', address: 'pterodactyl://127.0.0.1/11111111', secrets: [] }
    const trial = createWayTrial({
      open: () => ({ ...again(), console: undefined }) as never,
      list: async () => [],
      serverOf: () => server as never,
      secretsOf: () => ({}),
      clock,
    })
    expect(await trial.check('java:panel')).toContainEqual({ part: 'key', state: 'works' })
    scene.panel.record('file.delete', now())
    const used = { part: 'key', state: 'failed', problem: found('file.delete', 1) }
    expect(await trial.check('java:panel')).toContainEqual(
      expect.objectContaining({ ...used, problem: expect.objectContaining(used.problem) }),
    )
    const tried = await trial.tryNew({ server, secrets: {} } as never)
    expect(tried.map(({ part }) => part)).not.toContain('key')
  })
})
