import { describe, expect, it } from 'vitest'
import { Consents } from '../../../../src-main/gateway/clients/consents.js'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { consentOrders } from '../../../../src-main/owner/orders/people.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const question = { claimedName: 'Claude', returnsTo: 'localhost:1', code: 'ABC-DEF' }

function scene() {
  const clock = new FakeClock()
  const consents = new Consents(clock)
  consents.attach()
  const answer = consents.ask(question, new AbortController().signal)
  const id = consents.open()[0]?.id ?? ''
  return { clock, consents, answer, id, handlers: checkedOrders(consentOrders(consents, clock)) }
}

describe('a program that asks for access, at the computer', () => {
  it('is accepted in the main window, after a minimum reading time', async () => {
    const { handlers, clock, answer, id } = scene()
    const accept = () => handlers['consents:decide']({ id, decision: 'accept', role: 'viewer' }, 'window')
    expect(await handlers['consents:list'](undefined, 'window')).toMatchObject({ value: [question] })
    expect(await accept()).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_TOO_QUICK' } })
    await clock.advance(1_000)
    expect(await accept()).toMatchObject({ ok: true })
    expect(await answer).toEqual({ outcome: 'accepted', role: 'viewer' })
    expect(await accept()).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_CLOSED' } })
  })

  it('can be declined at once', async () => {
    const { handlers, answer, id } = scene()
    expect(await handlers['consents:decide']({ id, decision: 'decline' }, 'window')).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ outcome: 'declined' })
  })

  it('is neither shown to nor answered by the pop-up', async () => {
    const { handlers, clock, consents, id } = scene()
    await clock.advance(1_000)
    expect(await handlers['consents:list'](undefined, 'pop-up')).toMatchObject({ ok: false })
    expect(await handlers['consents:decide']({ id, decision: 'accept' }, 'pop-up')).toMatchObject({ ok: false })
    expect(consents.open()).toHaveLength(1)
  })
  it.each([{}, { id: 'a' }, { id: 'a', decision: 'approve' }, { id: 'a', decision: 'accept', grants: 'mcp.**' }])(
    'is not decided with %j',
    (payload) => expect(createPayloadCheck(createContractAjv())('consents:decide', payload)).toBe(false),
  )
})
