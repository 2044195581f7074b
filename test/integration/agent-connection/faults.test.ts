import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import { admitInProcess as admit } from '../../fakes/admission.js'
import { ConnectionScene } from '../../fakes/connection-scene.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { endOf } from '../../fakes/gateway-under-test.js'

const readFrame = createFrameReader(createContractAjv())
let scene: ConnectionScene
let faults = 0
const broken = (): never => {
  faults += 1
  throw new RangeError('Invalid string length')
}
const extra = (id = 'ext.raw.extra') => manifestOf({ id })
const update = (...capabilities: unknown[]) =>
  scene.agent.send({ type: 'capability_update', action: 'add', capabilities })

beforeEach(() => {
  faults = 0
})
afterEach(() => scene.end())

/** Online again, without the fault: only the session ended. */
async function comesBack(): Promise<void> {
  await scene.passUntil(() => scene.agent.connections > 1)
  let end = ''
  while (end !== 'done') {
    await scene.clock.advance(10)
    end = endOf(await scene.call())
  }
}

describe('an internal fault caused by an agent ends only its session', () => {
  it('when its capabilities are admitted', async () => {
    scene = await ConnectionScene.open({ admit: (...given) => (faults === 0 ? broken() : admit(...given)) })
    const lost = scene.nextLoss()
    scene.add()
    await lost
    expect(faults).toBe(1)
    await comesBack()
  })

  it('when an update is admitted', async () => {
    scene = await ConnectionScene.open({
      admit: async (offered, ...more) =>
        faults === 0 && JSON.stringify(offered).includes('ext.raw.extra') ? broken() : admit(offered, ...more),
    })
    await scene.online()
    const lost = scene.nextLoss()
    update(extra())
    await lost
    expect(faults).toBe(1)
    await comesBack()
  })

  it('when its capabilities and its end are reported', async () => {
    scene = await ConnectionScene.open()
    const present = scene.gateway.trust.present.bind(scene.gateway.trust)
    await scene.online()
    scene.gateway.trust.present = (link) => (faults < 2 ? broken() : present(link))
    update(extra())
    await scene.passUntil(() => faults === 2)
    await comesBack()
  })

  it('when it reports an event', async () => {
    scene = await ConnectionScene.open()
    scene.agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
    await scene.online()
    const { feed } = scene.gateway
    const add = feed.add.bind(feed)
    feed.add = (entry, at) => (entry.kind === 'game' && faults === 0 ? broken() : add(entry, at))
    const lost = scene.nextLoss()
    scene.agent.send({
      type: 'event',
      id: 'event-1',
      payload: { eventId: 'player.join', data: { playerName: 'Alex' } },
    })
    await lost
    expect(faults).toBe(1)
    await comesBack()
  })

  it('when its frame is read', async () => {
    scene = await ConnectionScene.open({
      readFrame: (text) => (text.includes('poison') && faults === 0 ? broken() : readFrame(text)),
    })
    await scene.online()
    const lost = scene.nextLoss()
    scene.agent.sendText('poison')
    await lost
    expect(faults).toBe(1)
    await comesBack()
    expect(scene.log.lines.map(({ message }) => message)).toContain('what an agent sent could not be dealt with')
  })
})

describe('an agent that changes what it offers', () => {
  it('too often is disconnected', async () => {
    scene = await ConnectionScene.open()
    await scene.online()
    const lost = scene.nextLoss()
    for (let count = 0; count < 33; count++) {
      scene.agent.send({ type: 'capability_update', action: 'remove', capabilities: [{ id: 'ext.raw.extra' }] })
      await scene.call()
    }
    await lost
    expect(scene.server()?.problem).toMatchObject({
      code: 'SYSTEM.RATE_LIMITED',
      details: { reason: 'updates too fast' },
    })
  })

  it('occasionally stays connected', async () => {
    scene = await ConnectionScene.open()
    await scene.online()
    for (let count = 0; count < 40; count++) {
      update(extra(`ext.raw.n${count}`))
      await scene.serverIs(({ capabilities }) => capabilities.length === count + 2)
      await scene.clock.advance(1_000)
    }
    expect(scene.server()).toMatchObject({ state: expect.stringMatching(/online|degraded/u) })
    expect(scene.agent.connections).toBe(1)
  })
})
