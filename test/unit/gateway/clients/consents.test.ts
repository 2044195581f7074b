import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Consents, consentTimeoutMs, maxConsents } from '../../../../src-main/gateway/clients/consents.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { times } from '../../../fixtures/properties.js'

const question = { claimedName: 'Claude', returnsTo: 'localhost:1', code: 'ABC-DEF' }
const never = new AbortController().signal
const no = { outcome: 'declined' }

function scene(attached = true) {
  const clock = new FakeClock()
  const consents = new Consents(clock)
  const detach = attached ? consents.attach() : () => {}
  return { clock, consents, detach }
}

describe('a consent question for a program', () => {
  it('is denied where no window is open, and when the last one closes', async () => {
    expect(await scene(false).consents.ask(question, never)).toEqual(no)
    const { consents, detach } = scene()
    const asked = consents.ask(question, never)
    detach()
    expect(await asked).toEqual(no)
  })

  it('is denied by a timeout, also where the timer fires late', async () => {
    const { consents, clock } = scene()
    const asked = consents.ask(question, never)
    await clock.advance(consentTimeoutMs)
    expect(await asked).toEqual({ outcome: 'expired' })
    expect(clock.waiting).toBe(0)
  })

  it('is withdrawn by the page that asked', async () => {
    const { consents, clock } = scene()
    const page = new AbortController()
    const asked = consents.ask(question, page.signal)
    page.abort()
    expect(await asked).toEqual(no)
    expect([consents.open(), clock.waiting]).toEqual([[], 0])
  })

  it('expires', async () => {
    const { consents } = scene()
    for (let asked = 0; asked < maxConsents.perHour; asked++) {
      void consents.ask(question, never)
      consents.decide(consents.open()[0]?.id ?? '', 'decline')
    }
    expect(await consents.ask(question, never)).toEqual(no)
  })

  it('is not asked while everything is stopped', async () => {
    let stopped = false
    const consents = new Consents(new FakeClock(), () => stopped)
    consents.attach()
    const asked = consents.ask(question, never)
    stopped = true
    expect(await consents.ask(question, never)).toEqual(no)
    consents.declineAll()
    expect(await asked).toEqual(no)
  })

  it('shows the current rights of the client, and changes them only where a person does', async () => {
    const { consents } = scene()
    const known = { name: 'Claude', role: 'viewer' } as const
    const kept = consents.ask({ ...question, known }, never)
    expect(consents.open()).toMatchObject([{ known }])
    consents.decide(consents.open()[0]?.id ?? '', 'accept')
    expect(await kept).toEqual({ outcome: 'accepted' })
    const raised = consents.ask({ ...question, known }, never)
    consents.decide(consents.open()[0]?.id ?? '', 'accept', 'operator')
    expect(await raised).toEqual({ outcome: 'accepted', role: 'operator' })
  })

  it('has one answer, the first one, and is approved only by a person', async () => {
    const act = fc.constantFrom('accept', 'decline', 'silence', 'leave', 'withdraw')
    await times(60).forAllAsync(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      const { consents, clock, detach } = scene()
      const page = new AbortController()
      const outcomes: string[] = []
      consents.onDidClose(({ outcome }) => outcomes.push(outcome))
      const asked = consents.ask(question, page.signal)
      const id = consents.open()[0]?.id ?? ''
      for (const act of acts) {
        if (act === 'silence') await clock.advance(consentTimeoutMs)
        else if (act === 'leave') detach()
        else if (act === 'withdraw') page.abort()
        else consents.decide(id, act)
      }
      await settled()
      expect(outcomes).toHaveLength(1)
      expect((await asked).outcome === 'accepted').toBe(acts[0] === 'accept')
      expect(clock.waiting).toBe(0)
    })
  })
})
