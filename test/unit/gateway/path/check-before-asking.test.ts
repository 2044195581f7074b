import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it, vi } from 'vitest'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const outside = new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'It is outside the area "plots".' })

/** A server that checks an action before a person is asked. */
function scene(checkAction: () => Promise<void>) {
  const under = new GatewayUnderTest()
  const check = vi.fn(checkAction)
  const overworld = Object.assign(under.serveOverworld(), { checkAction: check })
  under.provider.host.present(overworld)
  under.gateway.approvals.attach()
  return { under, check, sent: () => overworld.requestsFor('world.time.set') }
}

describe('an action that its server would refuse', () => {
  it('fails with the words of the server, and nobody is asked', async () => {
    const { under, check, sent } = scene(() => Promise.reject(outside))
    const { outcome } = await under.setTime()
    expect(outcome).toMatchObject({ kind: 'failed', error: { message: outside.message } })
    expect(check.mock.calls).toEqual([['world.time.set', { worldName: 'world', time: 13_000 }]])
    expect([under.questions, sent()]).toEqual([[], []])
  })

  it('is foreseen by a dry run', async () => {
    const { under } = scene(() => Promise.reject(outside))
    const { outcome } = await under.setTime({ dryRun: true })
    expect(outcome).toMatchObject({ kind: 'foreseen', forecast: { decision: 'block', why: { code: outside.code } } })
  })

  it('is checked only as an action', async () => {
    const { under, check } = scene(() => Promise.reject(outside))
    expect((await under.call('world.time.get', { worldName: 'world' })).outcome.kind).toBe('done')
    expect(check).not.toHaveBeenCalled()
  })
})

describe('an action that passes the check', () => {
  it('is still asked about, and runs only when a person approves', async () => {
    const { under, sent } = scene(() => Promise.resolve())
    const call = under.setTime()
    const { id } = await under.asked()
    expect(sent()).toEqual([])
    under.gateway.approvals.decide(id, 'deny', 'ada')
    expect((await call).outcome.kind).toBe('denied')
    expect(sent()).toEqual([])
  })

  it.each([
    ['does not answer within two seconds', () => new Promise<void>(() => {})],
    ['fails itself', () => Promise.reject(new Error('a bug'))],
  ])('is asked about too when the check %s', async (_what, check) => {
    const { under, sent } = scene(check)
    const call = under.setTime()
    await under.clock.advance(2_000)
    under.gateway.approvals.decide((await under.asked()).id, 'approve', 'ada')
    expect((await call).outcome.kind).toBe('done')
    expect(sent()).toHaveLength(1)
    expect(under.log.problems).toHaveLength(1)
  })
})
