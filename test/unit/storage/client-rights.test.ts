import { normalRights } from '@shared/clients/client.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { only } from '../../../src-main/policy/rights/rights.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import { ClientStore } from '../../../src-main/storage/client-store.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { changeState } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let clock: FakeClock
let audit: MemoryAuditLog
const opened: StateDatabase[] = []

const commandLine = (): ClientStore => {
  const state = StateDatabase.open(profile())
  opened.push(state)
  return new ClientStore(state)
}
const open = (): ClientService =>
  new ClientService({
    store: commandLine(),
    bridgeToken: 'of-the-bridge',
    audit,
    clock,
    log: new RecordingLog(),
  })

beforeEach(() => {
  clock = new FakeClock()
  audit = new MemoryAuditLog()
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

describe('the rights of a client', () => {
  it('are changed in part, kept over a restart, and the same object until then', () => {
    const clients = open()
    const { client } = clients.add({ name: 'Claude', role: 'operator', callsPerMinute: 5 })
    const before = clients.rightsOf(client)
    expect(clients.rightsOf(client)).toBe(before)
    const permissions = [{ permission: 'mcp.action.player.kick', effect: 'deny' }] as const
    clients.edit(client.id, { permissions, roles: { survival: 'viewer' } })
    const edited = { role: 'operator', roles: { survival: 'viewer' }, permissions, callsPerMinute: 5 }
    expect(clients.rightsOf(client)).toMatchObject(edited)
    expect(open().rightsOf(client)).toMatchObject(edited)
  })

  it('apply at once when another process changes them, for connected clients too, with one notification', () => {
    const clients = open()
    const { client } = clients.add({ name: 'Claude' })
    let reported = 0
    clients.onDidChangeRights(() => {
      reported += 1
    })
    commandLine().edit(client.id, () => ({ role: 'viewer' }), clock.now(), 'command-line')
    clients.refresh()
    expect([clients.rightsOf(client).role, reported]).toEqual(['viewer', 1])
    commandLine().edit(client.id, () => ({ callsPerMinute: 9 }), clock.now(), 'command-line')
    clients.refresh()
    expect([clients.callLimitOf(client), reported]).toEqual([{ requests: 9, period: 'minute' }, 1])
  })

  it('have how long a client waits beside them, also for the bridge', () => {
    const clients = open()
    const { client } = clients.add({ name: 'ADK', waitSeconds: 4 })
    clients.edit('bridge', { waitSeconds: 20 })
    expect([client, { id: 'bridge' }].map((one) => open().waitOf(one))).toEqual([4_000, 20_000])
    expect(open().waitOf(clients.add({ name: 'Claude' }).client)).toBeUndefined()
    expect(() => clients.edit(client.id, { waitSeconds: 46 })).toThrow('A client waits for')
    clients.edit(client.id, { role: 'viewer' })
    expect(open().waitOf(client)).toBe(4_000)
  })

  it('keep how long a client has shown to wait, until its owner edits it', () => {
    const clients = open()
    const { client } = clients.add({ name: 'ADK' })
    clients.storeLearnedWait(client.id, 4_000.4)
    expect([clients, open()].map((one) => one.learnedWaitOf(client.id))).toEqual([4_000, 4_000])
    clients.edit(client.id, { waitSeconds: 30 })
    expect([clients, open()].map((one) => one.learnedWaitOf(client.id))).toEqual([undefined, undefined])
    clients.storeLearnedWait('client:00000000', 4_000)
    expect(clients.learnedWaitOf('client:00000000')).toBeUndefined()
  })

  it('do not change with an invalid change or an unknown client', () => {
    const clients = open()
    const { client } = clients.add({ name: 'Claude' })
    expect(() => clients.edit(client.id, { role: 'god' as 'admin' })).toThrow('A role is one of')
    expect(() => clients.edit(client.id, { callsPerMinute: 0 })).toThrow('A rate is')
    expect(() => clients.edit('client:00000000', { role: 'viewer' })).toThrow('No client with a key')
    clients.revoke(client.id)
    expect(() => clients.edit(client.id, { role: 'viewer' })).toThrow('No client with a key')
    expect(open().rightsOf(client)).toEqual(only())
  })

  it('of the bridge are edited like those of a client, its rate too', () => {
    open().edit('bridge', { role: 'viewer', callsPerMinute: 30 })
    const clients = open()
    expect(clients.rightsOf({ id: 'bridge' })).toMatchObject({ ...normalRights, role: 'viewer' })
    expect(clients.callLimitOf({ id: 'bridge' })).toEqual({ requests: 30, period: 'minute' })
  })

  it('of the bridge are empty when its row is invalid', () => {
    open().edit('bridge', { role: 'viewer' })
    changeState(profile(), "UPDATE bridge SET role = 'god'")
    expect(open().rightsOf({ id: 'bridge' })).toMatchObject(only())
  })
})

describe('a change of a client', () => {
  it('is in the audit trail with its author and the previous value', () => {
    const clients = open()
    const { client } = clients.add({ name: 'Claude' })
    clients.edit(client.id, { role: 'viewer' })
    clients.revoke(client.id)
    const who = { id: client.id, name: 'Claude' }
    const [admin, viewer] = [
      { ...normalRights, callsPerMinute: 600 },
      { ...normalRights, role: 'viewer', callsPerMinute: 600 },
    ]
    expect(audit.events.map(({ eventType, capabilityId, request }) => ({ eventType, capabilityId, request }))).toEqual([
      { eventType: 'approve', capabilityId: 'system.client.add', request: { client: who, after: admin } },
      {
        eventType: 'approve',
        capabilityId: 'system.client.edit',
        request: { client: who, before: admin, after: viewer },
      },
      { eventType: 'reject', capabilityId: 'system.client.revoke', request: { client: who } },
    ])
    expect(audit.events.every(({ caller }) => caller.type === 'user' && caller.id === 'desktop')).toBe(true)
  })

  it('that the command line made while nothing ran is there after the next start, once', () => {
    commandLine().add({ name: 'Claude' }, clock.now(), 'command-line')
    open()
    open()
    expect(audit.events).toMatchObject([{ capabilityId: 'system.client.add', caller: { id: 'command-line' } }])
  })

  it('that the trail cannot record is made all the same, and recorded when it can', () => {
    const clients = open()
    audit.refuses = () => true
    const { client } = clients.add({ name: 'Claude' })
    clients.revoke(client.id)
    expect([clients.rightsOf(client), audit.events]).toEqual([only(), []])
    audit.refuses = () => false
    open()
    expect(audit.events.map(({ capabilityId }) => capabilityId)).toEqual(['system.client.add', 'system.client.revoke'])
  })
})
