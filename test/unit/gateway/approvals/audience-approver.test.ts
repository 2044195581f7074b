import { describe, expect, it } from 'vitest'
import { ada, scene } from './rules-scene.js'

const viewers = { id: 'audience', name: 'viewers', kind: 'audience' } as const
const two = { quorums: () => ({ criticalQuorum: 2, quorums: { 'world.**': 2, 'player.**': 2 } }) }

describe('viewers as one of two people', () => {
  it('let a lone owner be asked, and complete what they agreed to', async () => {
    const { under, approvals } = scene(two)
    approvals.attach(viewers)
    const call = under.setTime()
    const { id, needed } = await under.asked()
    expect(needed).toBe(2)
    expect(approvals.decideAsPerson({ id, decision: 'approve', person: viewers }).ok).toBe(true)
    expect(approvals.isOpen(id)).toBe(true)
    approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    expect((await call).outcome.kind).toBe('done')
  })

  it('leave the veto to the owner until the end', async () => {
    const { under, approvals } = scene(two)
    approvals.attach(viewers)
    const call = under.setTime()
    const { id } = await under.asked()
    approvals.decideAsPerson({ id, decision: 'approve', person: viewers })
    approvals.decideAsPerson({ id, decision: 'deny', person: ada })
    expect((await call).outcome.kind).toBe('denied')
  })

  it.each([
    ['that they cannot be asked about', 'player.kick', { playerName: 'Alex', reason: 'r' }],
    ['of a critical risk', 'player.ban', { playerName: 'Alex', reason: 'r' }],
  ])('are no second person for a request %s', async (_which, capabilityId, given) => {
    const { under, approvals } = scene(two)
    under.serve('village', [capabilityId])
    approvals.attach(viewers)
    const { outcome } = await under.call(capabilityId, given, { server: 'village' })
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'RISK.OPERATION_BLOCKED' } })
    expect(under.questions).toEqual([])
  })
})
