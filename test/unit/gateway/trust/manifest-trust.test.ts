import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { SeenCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import type { Invoker } from '../../../../src-main/gateway/ports/invoker.js'
import type { ManifestStore } from '../../../../src-main/gateway/ports/stores.js'
import { acceptanceId } from '../../../../src-main/gateway/trust/trust-decision.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const list = manifestOf()
const time = core('world.time.get')

class Scene {
  readonly under: GatewayUnderTest
  readonly store: ManifestStore

  constructor(store = memoryStores().manifests) {
    this.store = store
    this.under = new GatewayUnderTest({ stores: { manifests: store } })
  }

  present(capabilities: readonly CapabilityManifest[], description: Partial<Server> = {}): FakeServer {
    const server = new FakeServer({ id: 'survival', capabilities, ...description })
    server.answers('world.time.get', () => ({ data: { ...noon } }))
    this.under.provider.host.present(server)
    return server
  }

  get server(): Server {
    const server = this.under.gateway.registry.link('survival')?.server
    if (!server) throw new Error('There is no server.')
    return server
  }

  get trust() {
    return this.under.gateway.trust
  }

  /** What the person sees. */
  seen(): SeenCapability[] {
    return (this.server.quarantined ?? []).map(({ id, fingerprint }) => ({ id, fingerprint }))
  }

  accept(seen = this.seen()) {
    return this.trust.accept('survival', seen, 'ada')
  }

  async callTime(): Promise<string> {
    return endOf(await this.under.call('world.time.get', { worldName: 'world' }))
  }

  get listed(): string[] {
    return this.server.capabilities.map(({ id, description }) => `${id}: ${description}`)
  }
}

// verifies: promise 8
describe('a server on first contact', () => {
  // verifies: manifest-acceptance
  it('can do nothing until a person accepts it, and then only what was accepted', async () => {
    const scene = new Scene()
    const server = scene.present([time, list])
    expect(scene.listed).toEqual([])
    expect(scene.server.quarantined).toMatchObject([
      { id: time.id, reason: 'new' },
      { id: list.id, reason: 'new' },
    ])
    expect(await scene.callTime()).toBe('RISK.OPERATION_BLOCKED')
    expect(server.requests).toEqual([])
    expect(scene.accept(scene.seen().slice(0, 1))).toBe('accepted')
    expect(await scene.callTime()).toBe('done')
    expect(scene.server.quarantined).toMatchObject([{ id: list.id }])
  })

  it('makes calls fail with the hint that a person has to accept it, also when it is named', async () => {
    const scene = new Scene()
    scene.present([time])
    const { outcome } = await scene.under.call(time.id, { worldName: 'world' }, { server: 'survival' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.OPERATION_BLOCKED', details: { capabilityId: time.id, server: 'survival' } },
    })
  })

  it('does not block another server that offers the same', async () => {
    const scene = new Scene()
    const other = scene.under.serveOverworld()
    scene.present([time])
    expect(await scene.callTime()).toBe('done')
    expect(other.requestsFor(time.id)).toHaveLength(1)
  })

  it('is accepted when it is the demo world, which is part of the program', () => {
    const scene = new Scene()
    scene.present([time], { kind: 'simulator' })
    expect(scene.listed).toHaveLength(1)
    expect(scene.store.read('survival').accepted).toEqual([])
  })
})

describe('a capability that changes after it was accepted', () => {
  it('stays listed as accepted, is not called, and is released when it is as it was', async () => {
    const scene = new Scene()
    scene.present([time])
    scene.accept()
    const changed = scene.present([{ ...time, permissions: [] }])
    expect(scene.server.capabilities).toEqual([time])
    expect(await scene.callTime()).toBe('RISK.OPERATION_BLOCKED')
    expect(changed.requests).toEqual([])
    scene.present([time])
    expect(await scene.callTime()).toBe('done')
  })

  it('is compared with the accepted version, even if the server withdrew it in between', () => {
    const scene = new Scene()
    scene.present([list])
    scene.accept()
    scene.present([])
    scene.present([{ ...list, risk: { level: 'low' } }])
    expect(scene.server.quarantined).toMatchObject([{ reason: 'changed' }])
  })

  it('is not run when it changes between the call and the approval', async () => {
    const scene = new Scene()
    const set = core('world.time.set')
    scene.present([time, set])
    scene.accept()
    scene.under.gateway.approvals.attach()
    const call = scene.under.setTime()
    const { id } = await scene.under.asked()
    const changed = scene.present([time, { ...set, risk: { level: 'critical' } }])
    scene.under.gateway.approvals.decide(id, 'approve', 'ada')
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(changed.requestsFor(set.id)).toEqual([])
  })

  it('is not read for the state before an action', async () => {
    const scene = new Scene()
    const set = core('world.time.set')
    scene.present([time, set])
    scene.accept()
    scene.under.gateway.approvals.attach()
    const changed = scene.present([{ ...time, permissions: [] }, set])
    void scene.under.setTime()
    await settled()
    expect(changed.requests).toEqual([])
  })

  it('is not received when it is an event', () => {
    const scene = new Scene()
    const chat = core('player.chat')
    const event = (id: string) =>
      scene.under.provider.host.event('survival', {
        id,
        eventId: chat.id,
        at: '2026-01-19T10:31:00Z',
        data: { playerName: 'Steve', message: id },
      })
    scene.present([chat])
    event('before')
    scene.accept()
    event('accepted')
    scene.present([{ ...chat, risk: { level: 'high' } }])
    event('changed')
    const reported = scene.under.gateway.feed.recent().filter(({ kind }) => kind === 'game')
    expect(reported).toMatchObject([{ data: { message: 'accepted' } }])
  })
})

describe('accepting', () => {
  it('accepts exactly what was shown: a change in between accepts nothing at all', () => {
    const scene = new Scene()
    scene.present([time, list])
    const seen = scene.seen()
    scene.present([time, { ...list, description: 'Gives everything away.' }])
    expect(scene.accept(seen)).toBe('changed')
    expect(scene.server.quarantined).toHaveLength(2)
    expect(scene.accept([{ id: 'ext.none', fingerprint: '0'.repeat(64) }])).toBe('changed')
  })

  it('rejects the fingerprint of another server', () => {
    const scene = new Scene()
    scene.present([list])
    const seen = scene.seen()
    scene.present([list], { id: 'creative' })
    expect(scene.trust.accept('creative', seen, 'ada')).toBe('changed')
    expect(scene.trust.accept('nowhere', seen, 'ada')).toBe('no-server')
  })

  it('is logged first, with who and what; where that fails nothing is accepted', () => {
    const scene = new Scene()
    scene.present([list])
    scene.under.audit.refuses = () => true
    expect(() => scene.accept()).toThrow('disk')
    expect(scene.listed).toEqual([])
    scene.under.audit.refuses = () => false
    scene.accept()
    expect(scene.under.audit.events).toMatchObject([
      {
        eventType: 'approve',
        capabilityId: acceptanceId,
        caller: { type: 'user', id: 'ada' },
        request: { capabilities: [{ id: list.id, version: '1.0.0', reason: 'new' }] },
        approvalInfo: { outcome: 'approved', approvedBy: 'ada' },
        metadata: { serverId: 'survival' },
      },
    ])
  })

  // verifies: invariant 6
  it('is not available to any consumer', () => {
    const reachable: Record<keyof Invoker, true> = {
      refusalOf: true,
      invoke: true,
      capabilitiesFor: true,
      serversFor: true,
      onDidChangeRights: true,
      approvalOf: true,
      traceOf: true,
      traceOwn: true,
      eventsFor: true,
      subscribe: true,
      offersSuggestions: true,
      suggestionsFor: true,
      onDidSendSuggestion: true,
      onDidCall: true,
      registry: true,
    }
    expect(Object.keys(reachable)).toEqual([
      'refusalOf',
      'invoke',
      'capabilitiesFor',
      'serversFor',
      'onDidChangeRights',
      'approvalOf',
      'traceOf',
      'traceOwn',
      'eventsFor',
      'subscribe',
      'offersSuggestions',
      'suggestionsFor',
      'onDidSendSuggestion',
      'onDidCall',
      'registry',
    ])
    const registry: Record<keyof Invoker['registry'], true> = {
      servers: true,
      capabilities: true,
      onDidChangeServer: true,
      onDidChangeCapabilities: true,
    }
    expect(Object.keys(registry)).not.toContain('link')
  })
})

describe('after a restart', () => {
  it('accepted capabilities stay listed while the server is offline, under the same name', async () => {
    const before = new Scene()
    before.present([time, list], { name: 'Survival', software: 'Paper 1.21.4' })
    before.accept()
    const scene = new Scene(before.store)
    scene.present([], { state: 'connecting' })
    expect(scene.server).toMatchObject({ name: 'Survival', software: 'Paper 1.21.4', state: 'connecting' })
    scene.present([], { state: 'offline' })
    expect(scene.listed).toHaveLength(2)
    scene.present([list])
    expect(scene.listed).toHaveLength(1)
  })

  it('changes made while the program was not running wait, with the difference', () => {
    const before = new Scene()
    before.present([list])
    before.accept()
    const scene = new Scene(before.store)
    scene.present([{ ...list, description: 'Gives everything away.' }])
    expect(scene.server.quarantined).toMatchObject([
      { reason: 'changed', differences: [{ path: '/description', after: 'Gives everything away.' }] },
    ])
  })

  it('nothing is left of a removed server: it is new when it is added again', () => {
    const scene = new Scene()
    scene.present([list])
    scene.accept()
    scene.under.provider.host.withdraw('survival')
    expect(scene.store.read('survival')).toEqual({ accepted: [], rejected: [], met: false, damaged: false })
    scene.present([list])
    expect(scene.server.quarantined).toMatchObject([{ reason: 'new' }])
  })
})

describe('the name of a server', () => {
  it('chosen by the server stays the first one until a person sets it, also over a restart', () => {
    const scene = new Scene()
    scene.present([time], { name: 'Survival', namesItself: true })
    scene.present([time], { name: 'Your bank', namesItself: true })
    expect(scene.server).toMatchObject({ name: 'Survival', newName: 'Your bank' })
    const next = new Scene(scene.store)
    next.present([time], { name: 'Your bank', namesItself: true })
    expect(next.server).toMatchObject({ name: 'Survival', newName: 'Your bank' })
    next.present([time], { name: 'Survival', namesItself: true })
    expect(next.server.newName).toBeUndefined()
  })

  it('set by a person applies at once', () => {
    const scene = new Scene()
    scene.present([time], { name: 'Survival', namesItself: true })
    scene.present([time], { name: 'My world' })
    expect(scene.server.name).toBe('My world')
    expect(scene.server.newName).toBeUndefined()
  })
})
