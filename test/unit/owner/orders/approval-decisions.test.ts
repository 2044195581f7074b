import { describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { approvalOrders } from '../../../../src-main/owner/orders/approvals.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { ruleOrders } from '../../../../src-main/owner/orders/rules.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

function scene() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  const { approvals, rules } = under.gateway
  approvals.attach(desktop)
  const screen = { readable: true, shown: [] as string[] }
  const handlers = checkedOrders({
    ...approvalOrders(
      approvals,
      { recorded: () => [] },
      {
        show: () => {},
        resize: () => {},
        shown: (ids) => void screen.shown.push(...ids),
        mayApprove: () => screen.readable,
      },
    ),
    ...ruleOrders(rules),
  })
  return { under, approvals, rules, screen, handlers }
}

async function question() {
  const here = scene()
  const call = here.under.setTime()
  const { id } = await here.under.asked()
  here.handlers['pop-up:shown']({ id }, 'pop-up')
  await here.under.clock.advance(1_000)
  return { ...here, call, id }
}

describe('an answer from the windows', () => {
  // verifies: promise 12
  it('is an approval from the pop-up only, for one question or several', async () => {
    const { handlers, approvals, id } = await question()
    expect(await handlers['approvals:decide']({ id, decision: 'approve' }, 'window')).toMatchObject({ ok: false })
    expect(await handlers['approvals:decideMany']({ ids: [id], decision: 'approve' }, 'window')).toMatchObject({
      error: { code: 'PERMISSION.DENIED' },
    })
    expect(approvals.isOpen(id)).toBe(true)
    expect(await handlers['approvals:decideMany']({ ids: [id], decision: 'approve' }, 'pop-up')).toEqual({
      ok: true,
      value: [{ id }],
    })
    expect(approvals.isOpen(id)).toBe(false)
  })

  it('is a denial from either page', async () => {
    const { handlers, id, call } = await question()
    expect(await handlers['approvals:decide']({ id, decision: 'deny' }, 'window')).toMatchObject({ ok: true })
    expect((await call).outcome.kind).toBe('denied')
  })

  it('denies several questions, each separately', async () => {
    const { handlers, id, call } = await question()
    expect(await handlers['approvals:decideMany']({ ids: [id, 'gone'], decision: 'deny' }, 'pop-up')).toMatchObject({
      value: [{ id }, { id: 'gone', error: { code: 'RISK.APPROVAL_CLOSED' } }],
    })
    expect((await call).outcome.kind).toBe('denied')
  })

  it('to a question that the page never reported is rejected, whatever the pop-up claims', async () => {
    const { under, handlers } = scene()
    const call = under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(10_000)
    expect(await handlers['approvals:decide']({ id, decision: 'approve' }, 'pop-up')).toMatchObject({
      ok: false,
      error: { code: 'RISK.APPROVAL_TOO_QUICK' },
    })
    handlers['pop-up:shown']({ id }, 'window')
    await under.clock.advance(10_000)
    expect(await handlers['approvals:decide']({ id, decision: 'approve' }, 'pop-up')).toMatchObject({ ok: false })
    under.gateway.approvals.denyAll('desktop')
    await call
  })

  it('may have a wider scope, and its rule is listed, in pages, in the main window', async () => {
    const { handlers, rules, id, call } = await question()
    handlers['approvals:decide']({ id, decision: 'approve', duration: 'always' }, 'pop-up')
    await call
    await handlers['rules:create']({ effect: 'ask', capability: 'player.**' }, 'window')
    const first = await handlers['rules:list']({ limit: 1 }, 'window')
    if (!first.ok) throw new Error(first.error.message)
    expect(first.value).toMatchObject({ damaged: false, next: expect.any(String) })
    const { next = '' } = first.value
    expect(await handlers['rules:list']({ limit: 5, cursor: next }, 'window')).toMatchObject({
      value: { rules: [{ what: { id: 'exactly', facts: expect.any(Array) } }] },
    })
    expect(await handlers['rules:list']({}, 'pop-up')).toMatchObject({ ok: false })
    expect(JSON.stringify(await handlers['rules:list']({}, 'window'))).not.toContain('"schema"')
    expect(rules.list().rules).toHaveLength(2)
  })

  it('may take time: the countdown pauses', async () => {
    const { handlers, approvals, id } = await question()
    expect(await handlers['approvals:hold']({ id }, 'pop-up')).toMatchObject({ ok: true })
    expect(approvals.find(id)?.held).toBe(true)
    expect(await handlers['approvals:release']({ id }, 'pop-up')).toMatchObject({ ok: true })
    expect(await handlers['approvals:hold']({ id: 'gone' }, 'pop-up')).toMatchObject({ ok: false })
    approvals.denyAll('desktop')
  })
})

describe('the requests of the window', () => {
  const check = createPayloadCheck(createContractAjv())

  it.each<[string, unknown, boolean]>([
    ['approvals:decide', { id: 'x', decision: 'approve', duration: 'session', typed: 'player.ban' }, true],
    ['approvals:decide', { id: 'x', decision: 'approve', duration: 'always', what: 'any' }, true],
    ['approvals:decide', { id: 'x', decision: 'approve', what: 'all' }, false],
    ['approvals:decide', { id: 'x', decision: 'approve', duration: 'for ever' }, false],
    ['approvals:decide', { id: 'x', decision: 'approve', person: 'ada' }, false],
    ['approvals:decideMany', { ids: ['x', 'y'], decision: 'deny' }, true],
    ['approvals:decideMany', { ids: [], decision: 'deny' }, false],
    ['approvals:decideMany', { ids: ['x'], decision: 'approve', typed: 'x' }, false],
    ['rules:create', { effect: 'deny', capability: 'world.**', note: 'Hands off.' }, true],
    ['rules:create', { effect: 'allow', capability: 'world.time.set' }, false],
    ['rules:create', { effect: 'deny', capability: '../..' }, false],
    ['rules:create', { effect: 'deny', capability: '**', uses: 0 }, false],
    ['rules:edit', { id: 'x', change: { expiresAt: null } }, true],
    ['rules:edit', { id: 'x', change: { effect: 'allow' } }, false],
    ['rules:edit', { id: 'x', change: { maxRisk: 'critical' } }, false],
    ['rules:edit', { id: 'x', change: {} }, false],
  ])('over %s: %j is accepted: %s', (channel, payload, taken) => expect(check(channel, payload)).toBe(taken))
})
