import { describe, expect, it } from 'vitest'
import { approvalOrders } from '../../../../src-main/owner/orders/approvals.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { ruleOrders } from '../../../../src-main/owner/orders/rules.js'
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
