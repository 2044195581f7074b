import { describe, expect, it } from 'vitest'
import { Consents } from '../../../../src-main/gateway/clients/consents.js'
import { consentOrders } from '../../../../src-main/owner/orders/clients.js'
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
})
