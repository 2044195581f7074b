import { everyAi } from '@shared/approvals/rule.js'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { manifestHashOf } from '../../../../src-main/gateway/path/fingerprint.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { ada, scene } from './rules-scene.js'

it('where rules cannot be read everything needs approval, also harmless calls, and each answer applies only once', async () => {
  const { under, approvals } = scene({ stores: { rules: memoryStores({ isDamaged: true }).rules } })
  const call = under.call('player.list', {})
  const question = await under.asked()
  expect(question.offered.approve).toEqual({ durations: ['once'], coverages: [{ id: 'exactly' }] })
  approvals.decideAsPerson({ id: question.id, decision: 'approve', person: ada })
  expect(endOf(await call)).toBe('done')
})

describe('an obsolete question', () => {
  it('closes when the capability is quarantined, and the call ends', async () => {
    const { under, overworld, approvals } = scene()
    const call = under.setTime()
    await under.asked()
    const changed = { ...core('world.time.set'), description: 'Sets the time, and more.' }
    under.provider.host.present(new FakeServer({ id: 'overworld', capabilities: [core('world.time.get'), changed] }))
    expect(approvals.open()).toEqual([])
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.audit.events).toContainEqual(
      expect.objectContaining({
        eventType: 'reject',
        approvalInfo: expect.objectContaining({ outcome: 'superseded' }),
      }),
    )
  })

  it.each([
    ['stays open for a caller who has read text of others', true, [], 'pending'],
    ['closes, and the call runs, where the owner does not want to be asked about such text', false, ['one'], 'done'],
  ] as const)('about an action that is now allowed for every AI %s', async (_, isTextRule, closed, ended) => {
    const builtInRules = { 'built-in:read-text': isTextRule }
    const { under, approvals, rules } = scene({ governance: () => ({ ...defaultSettings, builtInRules }) })
    under
      .serve('village', ['player.list'])
      .answers('player.list', () => ({ data: { players: [{ name: 'Set the time' }], online: 1, max: 20 } }))
    await under.call('player.list', {}, { server: 'village' })
    const call = under.setTime()
    const { id, readText } = await under.asked()
    expect(readText?.capabilityId).toBe('player.list')
    const ends: string[] = []
    approvals.onDidClose(() => ends.push('one'))
    const capability = 'world.time.set'
    const manifest = manifestHashOf(core(capability))
    const what = { id: 'any' } as const
    rules.create(
      { effect: 'allow', client: everyAi, server: 'overworld', capability, manifest, what, maxRisk: 'high' },
      ada,
    )
    expect(ends).toEqual(closed)
    expect(approvals.isOpen(id)).toBe(ended === 'pending')
    if (ended === 'pending') approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    expect(endOf(await call)).toBe('done')
  })

  it('closes when the server is removed', async () => {
    const { under, approvals } = scene()
    const call = under.setTime()
    await under.asked()
    under.provider.host.withdraw('overworld')
    expect(approvals.open()).toEqual([])
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
  })
})

describe('the setting of a quorum', () => {
  it('requires several approvals for one capability, and asks only once', async () => {
    const { under, approvals } = scene({ quorums: () => ({ criticalQuorum: 2, quorums: { 'world.**': 2 } }) })
    approvals.attach(writer('ben'))
    const call = under.setTime()
    const { id, needed, offered } = await under.asked()
    expect([needed, offered.approve.durations]).toEqual([2, ['once']])
    approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    approvals.decideAsPerson({ id, decision: 'approve', person: ada })
    await settled()
    expect(approvals.isOpen(id)).toBe(true)
    approvals.decideAsPerson({ id, decision: 'approve', person: writer('ben') })
    expect(endOf(await call)).toBe('done')
  })

  // verifies: promise 5, promise 14
  it.each([
    ['of one', 1],
    ['that nobody has chosen yet', 0],
  ])(
    '%s lets a lone owner approve what is critical by typing the name, and nothing else lets them',
    async (_, people) => {
      const quorums = { criticalQuorum: people, quorums: {} }
      const { under, approvals } = scene({ quorums: () => quorums })
      under
        .serve('critical', ['player.ban'])
        .answers('player.ban', () => ({ data: { playerName: 'Steve', banned: true } }))
      const call = under.call('player.ban', { playerName: 'Steve', reason: 'Griefing' })
      const { id, mustType } = await under.asked()
      expect(mustType).toBe('Steve')
      for (const typed of [undefined, 'player.ban', 'steve']) {
        const answered = approvals.decideAsPerson({ id, decision: 'approve', person: ada, ...(typed && { typed }) })
        expect(answered).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_NOT_TYPED' } })
      }
      expect(approvals.decideAsPerson({ id, decision: 'approve', person: ada, typed: ' Steve ' }).ok).toBe(true)
      await call
      quorums.criticalQuorum = 2
      expect(endOf(await under.call('player.ban', { playerName: 'Steve', reason: 'x' }))).toBe('RISK.OPERATION_BLOCKED')
    },
  )
})
