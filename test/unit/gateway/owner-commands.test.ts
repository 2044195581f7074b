import { describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../../src-main/gateway/gateway-options.js'
import type { OwnerCommandId } from '../../../src-main/gateway/owner-commands.js'
import { GatewayUnderTest } from '../../fakes/gateway-under-test.js'

const backupId = '20260119-103000-0000'

function scene(options: Partial<GatewayOptions> = {}) {
  const under = new GatewayUnderTest(options)
  const server = under
    .serve('survival', ['system.backup', 'system.restore'], { name: 'Survival' })
    .answers('system.backup', () => ({ data: { backupId } }))
    .answers('system.restore', () => ({ data: { success: true, backupId } }))
  for (const id of ['ada', 'grace']) under.gateway.approvals.attach({ id, name: id, kind: 'control' })
  const order = (capabilityId: OwnerCommandId, given: object = {}, typed?: string) =>
    under.gateway.ownerCommands.run(
      {
        ...{ capabilityId, server: 'survival', arguments: { ...given }, signal: new AbortController().signal },
        ...(typed !== undefined && { typed }),
      },
      'ada',
    )
  return { under, server, order }
}

const alone = { quorums: () => ({ criticalQuorum: 1, quorums: {} }) }

describe('an owner command', () => {
  it('needs no approval, and is logged before it runs', async () => {
    const { under, order } = scene(alone)
    expect(await order('system.backup')).toEqual({ backupId })
    expect(under.audit.events.map(({ eventType, metadata }) => [eventType, metadata?.phase])).toEqual([
      ['approve', undefined],
      ['invoke', 'intent'],
      ['invoke', 'outcome'],
    ])
    expect(under.audit.events[0]).toMatchObject({ caller: { id: 'owner' }, approvalInfo: { approvedBy: 'ada' } })
  })

  it('reaches the server as one of a schedule only when it is', async () => {
    const { under, server, order } = scene(alone)
    await order('system.backup')
    const command = { capabilityId: 'system.backup', server: 'survival', arguments: { name: 'night' } } as const
    const signal = new AbortController().signal
    await under.gateway.ownerCommands.run({ ...command, scheduled: true, signal }, 'schedule')
    expect(server.requestsFor('system.backup').map(({ byOwner, scheduled }) => [byOwner, scheduled])).toEqual([
      [true, undefined],
      [true, true],
    ])
  })

  it('needs a typed confirmation when it is critical and one person decides', async () => {
    const { under, server, order } = scene(alone)
    expect(under.gateway.ownerCommands.mustType('system.restore', 'survival')).toBe('Survival')
    expect(under.gateway.ownerCommands.mustType('system.backup', 'survival')).toBeUndefined()
    for (const typed of [undefined, 'survival', backupId])
      await expect(order('system.restore', { backupId }, typed)).rejects.toMatchObject({
        code: 'RISK.APPROVAL_NOT_TYPED',
      })
    expect(server.requestsFor('system.restore')).toEqual([])
    expect(await order('system.restore', { backupId }, 'Survival')).toMatchObject({ success: true })
  })

  it('counts as one of several required approvals', async () => {
    const { under, server, order } = scene()
    const ordered = order('system.restore', { backupId })
    const { id, agreed } = await under.asked()
    expect([agreed, server.requestsFor('system.restore')]).toEqual([['ada'], []])
    under.gateway.approvals.decideAsPerson({
      id,
      decision: 'approve',
      person: { id: 'grace', name: 'grace', kind: 'control' },
    })
    expect(await ordered).toMatchObject({ success: true })
  })

  it('runs while everything is stopped: a backup may be the repair', async () => {
    const { under, order } = scene(alone)
    under.gateway.panic.turnOn('ada')
    expect(await order('system.restore', { backupId }, 'Survival')).toMatchObject({ success: true })
  })

  it('cannot be sent by a caller', async () => {
    const { under, server } = scene(alone)
    const forged: object = { ordering: { person: 'ada', typed: 'Survival' } }
    void under.call('system.restore', { backupId }, forged)
    await under.asked()
    expect(server.requestsFor('system.restore')).toEqual([])
  })

  it('does what AI clients were never allowed to do', async () => {
    const { under, order, server } = scene(alone)
    under.manifests.forget('survival')
    under.provider.host.withdraw('survival')
    under.provider.host.present(server)
    const refused = await under.call('system.restore', { backupId })
    expect(refused.outcome).toMatchObject({ kind: 'failed', error: { code: 'RISK.OPERATION_BLOCKED' } })
    expect(under.gateway.ownerCommands.isOffered('system.restore', 'survival')).toBe(true)
    expect(await order('system.restore', { backupId }, 'Survival')).toMatchObject({ success: true })
  })

  it('needs a server that offers it', async () => {
    const { under } = scene(alone)
    expect(under.gateway.ownerCommands.isOffered('system.restore', 'elsewhere')).toBe(false)
    const signal = new AbortController().signal
    const order = { capabilityId: 'system.restore', server: 'elsewhere', arguments: { backupId }, signal } as const
    await expect(under.gateway.ownerCommands.run(order, 'ada')).rejects.toMatchObject({
      code: 'PROTOCOL.CAPABILITY_NOT_FOUND',
    })
  })

  it('logs the removal of a backup', () => {
    const { under } = scene(alone)
    under.gateway.ownerCommands.recordRemoval('survival', backupId, 'ada')
    expect(under.audit.events.at(-1)).toMatchObject({
      capabilityId: 'system.backup.remove',
      request: { backupId },
      metadata: { serverId: 'survival' },
    })
  })
})
