import { describe, expect, it } from 'vitest'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

/** What the audit events of docs/protocol.md#audit, say beside the call itself, where it is known. */
// verifies: audit
describe('an event of the trail', () => {
  it('names the agent, the server that ran it where that is another, and the address the client calls from', async () => {
    const under = new GatewayUnderTest()
    under
      .serve('overworld', ['player.list'], { agentId: 'agent-001' })
      .answers('player.list', () => ({ data: { players: [], online: 0, max: 20 }, executedBy: 'lobby\u202e-2' }))
    await under.call('player.list', {}, { caller: { ...caller, clientIp: '127.0.0.1' } })
    expect(under.audit.events.at(-1)?.metadata).toMatchObject({
      agentId: 'agent-001',
      serverId: 'overworld',
      executedBy: 'lobby-2',
      clientIp: '127.0.0.1',
    })
  })

  it('does not repeat the agent as the server that ran it', async () => {
    const under = new GatewayUnderTest()
    under
      .serve('overworld', ['player.list'], { agentId: 'agent-001' })
      .answers('player.list', () => ({ data: { players: [], online: 0, max: 20 }, executedBy: 'agent-001' }))
    await under.call('player.list', {})
    expect(under.audit.events.at(-1)?.metadata).not.toHaveProperty('executedBy')
  })

  it('names the snapshot that an agent took of itself', async () => {
    const under = new GatewayUnderTest()
    const ring = manifestOf({ id: 'ext.bell.ring', type: 'action', risk: { level: 'low' } })
    under.serve('tower', [], { capabilities: [ring] }).answers(ring.id, () => ({ data: {}, snapshotId: 'snapshot-7' }))
    await under.call(ring.id, {})
    expect(under.audit.events.at(-1)?.rollbackInfo).toEqual({ snapshotId: 'snapshot-7', rolledBack: false })
  })
})

// verifies: core-capabilities, core-aliases
describe('an alias of a core capability', () => {
  it.each([
    ['chat.mute', 'player.mute'],
    ['system.backup.restore', 'system.restore'],
  ])('%s is %s, for the person who is asked and for the trail', async (alias, id) => {
    const under = new GatewayUnderTest()
    const server = under.serve('overworld', [id])
    under.gateway.approvals.attach()
    under.gateway.approvals.attach()
    const call = under.call(alias, core(id).examples?.[0]?.parameters)
    const question = under.gateway.approvals.open().at(0) ?? (await under.asked().catch(() => undefined))
    if (question) {
      expect(question.capabilityId).toBe(id)
      under.gateway.approvals.decide(question.id, 'approve', 'ada')
      under.gateway.approvals.decide(question.id, 'approve', 'ben')
    }
    await call
    expect(server.requestsFor(id)).toHaveLength(1)
    expect(under.audit.events.at(-1)).toMatchObject({ capabilityId: id })
  })

  it('is the own capability of a server that offers one', async () => {
    const under = new GatewayUnderTest()
    const own = manifestOf({ id: 'chat.mute', type: 'context' })
    const server = under.serve('overworld', [], { capabilities: [own, core('player.mute')] })
    await under.call('chat.mute', {})
    expect(server.requestsFor('chat.mute')).toHaveLength(1)
    expect(server.requestsFor('player.mute')).toHaveLength(0)
  })
})
