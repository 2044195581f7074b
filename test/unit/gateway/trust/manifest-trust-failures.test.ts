import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { SqliteManifestStore } from '../../../../src-main/storage/manifest-store.js'
import { StateDatabase } from '../../../../src-main/storage/state-database.js'
import { FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const list = manifestOf()
const other = manifestOf({ id: 'ext.shopkeeper.other' })

class FailingStore extends SqliteManifestStore {
  fails = false

  constructor() {
    super(StateDatabase.inMemory(), (value): value is CapabilityManifest => value !== undefined, new RecordingLog())
  }

  override forget(serverId: string): void {
    if (this.fails) throw new Error('The disk is full.')
    super.forget(serverId)
  }
}

function scene() {
  const store = new FailingStore()
  const under = new GatewayUnderTest({ stores: { manifests: store } })
  const present = (capabilities: readonly CapabilityManifest[]) =>
    under.provider.host.present(new FakeServer({ id: 'survival', capabilities }))
  const server = () => under.gateway.registry.link('survival')?.server
  const acceptAll = () => under.gateway.trust.acceptAll('survival', 'ada')
  return { store, under, present, server, acceptAll }
}

/** It cannot be serialized, like an offer of half a gigabyte. */
const unspeakable = (): CapabilityManifest => {
  const parameters: Record<string, unknown> = {}
  parameters.again = parameters
  return { ...list, examples: [{ name: 'Again', parameters }] }
}

describe('an offer that cannot be read', () => {
  it('leaves the server connected without capabilities until its next offer, and affects no other server', () => {
    const { under, present, server, acceptAll } = scene()
    present([list, other])
    acceptAll()
    present([unspeakable(), other])
    expect(server()).toMatchObject({ state: 'online', capabilities: [], quarantined: [] })
    expect(JSON.stringify(under.log)).toContain('could not be looked at')
    present([list, other])
    expect(server()?.capabilities).toEqual([list, other])
  })

  it('is not accepted by being sent again', () => {
    const { under, server } = scene()
    const heartbeat = new FakeServer({ id: 'survival', capabilities: [unspeakable()] })
    for (let times = 0; times < 3; times++) under.provider.host.present(heartbeat)
    expect(server()?.capabilities).toEqual([])
  })
})

describe('a server that was removed but could not be deleted', () => {
  it('has nothing accepted when it is added again', () => {
    const { store, under, present, server, acceptAll } = scene()
    present([list])
    acceptAll()
    store.fails = true
    under.provider.host.withdraw('survival')
    present([list, other])
    expect(server()?.quarantined).toMatchObject([{ reason: 'new' }, { reason: 'new' }])
    expect(acceptAll).toThrow('disk')
    expect(server()?.capabilities).toEqual([])
    store.fails = false
    acceptAll()
    expect(server()?.capabilities).toEqual([list, other])
  })

  it('is deleted as soon as that works', async () => {
    const { store, under, present, acceptAll } = scene()
    present([list])
    acceptAll()
    store.fails = true
    under.provider.host.withdraw('survival')
    await under.clock.advance(60_000)
    expect(store.read('survival').accepted).toHaveLength(1)
    store.fails = false
    await under.clock.advance(60_000)
    expect(store.read('survival').accepted).toEqual([])
  })
})

it('an offer that stays the same is neither compared nor logged again with every heartbeat', () => {
  const { store, under, server } = scene()
  let written = 0
  store.storeOffer = () => {
    written += 1
  }
  const capabilities = [list, other]
  const beat = () => under.provider.host.present(new FakeServer({ id: 'survival', capabilities }))
  beat()
  const first = server()?.quarantined
  beat()
  expect(server()?.quarantined).toBe(first)
  expect(written).toBe(1)
})

describe('an offer that changes all the time', () => {
  const offers = [list, other].map((manifest) => [manifest])

  it('is written at once when the server is new, then at most once a second, in its last version', async () => {
    const { store, under, present } = scene()
    const written: (readonly CapabilityManifest[])[] = []
    store.storeOffer = (_server, { capabilities }) => void written.push(capabilities)
    present([])
    expect(written).toEqual([[]])
    for (let times = 0; times < 10; times++) for (const offer of offers) present(offer)
    expect(written).toHaveLength(1)
    await under.clock.advance(1_000)
    expect(written.slice(1)).toEqual([[other]])
    await under.clock.advance(10_000)
    expect(written).toHaveLength(2)
  })

  it('is written when the program ends, and not at all once the server is removed', async () => {
    const { store, under, present } = scene()
    for (const offer of offers) present(offer)
    await under.gateway.stop()
    expect(store.read('survival').offer?.capabilities).toEqual([other])
    for (const offer of offers) present(offer)
    under.provider.host.withdraw('survival')
    await under.clock.advance(10_000)
    expect(store.read('survival').offer).toBeUndefined()
  })

  it('is logged when it cannot be written, and affects no other server', async () => {
    const { store, under, present, server } = scene()
    present([])
    store.storeOffer = () => {
      throw new Error('The disk is full.')
    }
    present([list])
    await under.clock.advance(1_000)
    expect(JSON.stringify(under.log)).toContain('could not be kept')
    expect(server()?.quarantined).toHaveLength(1)
  })
})
