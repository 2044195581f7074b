import { describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../../../src-main/gateway/gateway-options.js'
import { minimumSeenMs } from '../../../../src-main/gateway/undo/undo.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

/** A world whose rule somebody has changed, with approvers at the computer and on stdin. */
async function changed(options: Partial<GatewayOptions> = {}, rule = 'keepInventory') {
  const under = new GatewayUnderTest(options)
  const { approvals, undo } = under.gateway
  for (const id of ['ada', 'grace']) approvals.attach({ id, name: id, kind: 'control' })
  let value: unknown = true
  under
    .serve('overworld', ['world.rule.get', 'world.rule.set'])
    .answers('world.rule.get', () => ({ data: { rule, value } }))
    .answers('world.rule.set', ({ arguments: given }) => {
      value = given.value
      return { data: { rule, value } }
    })
  const call = under.call('world.rule.set', { worldName: 'world', rule, value: false })
  const { id, mustType: typed } = await under.asked()
  for (const person of ['ada', 'grace']) {
    approvals.decideAsPerson({
      id,
      decision: 'approve',
      person: { id: person, name: person, kind: 'control' },
      ...(typed && { typed }),
    })
  }
  const { requestId, ...ended } = await call
  expect(endOf(ended)).toBe('done')
  await settled()
  return { under, undo, approvals, requestId, valueIs: () => value }
}

describe('undoing while everything is stopped', () => {
  it('runs: an undo is often the reason for the stop', async () => {
    const { under, undo, requestId, valueIs } = await changed()
    under.gateway.panic.turnOn('ada')
    expect(await undo.run(requestId, {}, 'ada')).toMatchObject({ kind: 'undone' })
    expect(valueIs()).toBe(true)
  })

  it('continues when everything is stopped during the undo', async () => {
    const { under, undo, requestId, valueIs } = await changed()
    const undoing = undo.run(requestId, {}, 'ada')
    under.gateway.panic.turnOn('ada')
    expect(await undoing).toMatchObject({ kind: 'undone' })
    expect(valueIs()).toBe(true)
  })
})

describe('undoing an action that needs several approvals', () => {
  const several = { quorums: () => ({ criticalQuorum: 2, quorums: { 'world.rule.set': 2 } }) }
  const answer = async ({ under, approvals }: Awaited<ReturnType<typeof changed>>, decision: 'approve' | 'deny') => {
    const { id, agreed } = await under.asked()
    expect(agreed).toEqual(['ada'])
    const given = { id, decision, person: { id: 'grace', name: 'grace', kind: 'control' } } as const
    expect(approvals.decideAsPerson({ ...given, person: { ...given.person, id: 'ada' } }).ok).toBe(decision === 'deny')
    if (decision === 'approve') expect(approvals.decideAsPerson(given).ok).toBe(true)
  }

  it('counts the person who orders it as one approval, and needs another', async () => {
    const scene = await changed(several)
    const undoing = scene.undo.run(scene.requestId, {}, 'ada')
    await answer(scene, 'approve')
    expect(await undoing).toMatchObject({ kind: 'undone' })
    expect(scene.under.audit.events.findLast(({ eventType }) => eventType === 'approve')).toMatchObject({
      approvalInfo: { approvedBy: 'ada, grace' },
    })
  })

  it('can be tried again after a denial', async () => {
    const scene = await changed(several)
    const first = scene.undo.run(scene.requestId, {}, 'ada')
    await answer(scene, 'deny')
    expect(await first).toMatchObject({ kind: 'failed' })
    const second = scene.undo.run(scene.requestId, {}, 'ada')
    await answer(scene, 'approve')
    expect(await second).toMatchObject({ kind: 'undone' })
    expect(scene.valueIs()).toBe(true)
  })
})

describe('undoing something critical, alone', () => {
  const alone = { quorums: () => ({ criticalQuorum: 1, quorums: {} }) }

  it('requires the confirmation text of the preview', async () => {
    const { undo, requestId, valueIs } = await changed(alone, 'logAdminCommands')
    expect(await undo.preview(requestId)).toMatchObject({ mustType: 'logAdminCommands' })
    for (const order of [{}, { force: true }, { typed: 'world.rule.set' }]) {
      expect(await undo.run(requestId, order, 'ada')).toMatchObject({
        kind: 'failed',
        error: { code: 'RISK.APPROVAL_NOT_TYPED', details: { mustType: 'logAdminCommands' } },
      })
    }
    expect(valueIs()).toBe(false)
    expect(await undo.run(requestId, { typed: ' logAdminCommands ' }, 'ada')).toMatchObject({ kind: 'undone' })
    expect(valueIs()).toBe(true)
  })

  it('is not done together with others', async () => {
    const { undo, requestId, valueIs } = await changed(alone, 'logAdminCommands')
    expect(await undo.runLast({ client: 'mcp:test', count: 5, force: true }, 'ada')).toMatchObject({
      undone: [],
      failed: { requestId, error: { code: 'RISK.APPROVAL_NOT_TYPED' } },
    })
    expect(valueIs()).toBe(false)
  })

  it('needs no typing where it is not critical', async () => {
    const { undo, requestId } = await changed(alone)
    expect(await undo.preview(requestId)).not.toHaveProperty('mustType')
    expect(await undo.run(requestId, {}, 'ada')).toMatchObject({ kind: 'undone' })
  })
})

it('undoing after a preview runs only after a minimum reading time', async () => {
  const { under, undo, requestId } = await changed()
  const { hash: expected } = await undo.preview(requestId)
  await under.clock.advance(minimumSeenMs - 1)
  expect(await undo.run(requestId, { expected }, 'ada')).toMatchObject({ error: { code: 'RISK.APPROVAL_TOO_QUICK' } })
  await under.clock.advance(1)
  expect(await undo.run(requestId, { expected }, 'ada')).toMatchObject({ kind: 'undone' })
})
