import { GatewayError } from '@contract/gateway-error.js'
import type { InputContent } from '@shared/approvals/input-request.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  InputRequests,
  inputTimeoutMs,
  maxInputRequests,
} from '../../../../src-main/gateway/approvals/input-requests.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { times } from '../../../fixtures/properties.js'

const content: InputContent = {
  kind: 'form',
  message: 'Which one?',
  fields: [{ kind: 'text', name: 'one', title: 'One', isRequired: true, maxLength: 20 }],
}
const never = new AbortController().signal

function scene({ attached = true } = {}) {
  const clock = new FakeClock()
  const audit = new MemoryAuditLog()
  const log = new RecordingLog()
  let stopped: GatewayError | undefined
  const inputs = new InputRequests({ clock, audit, log, stopped: () => stopped })
  const detach = attached ? inputs.attach() : () => {}
  const ask = (server = 'service:a', signal = never) =>
    inputs.ask(
      {
        server: { id: server, name: server },
        caller: { type: 'model', id: 'mcp:test', name: 'A test' },
        ...{ capabilityId: 'ext.a.tool', requestId: 'request-1', traceId: 'trace-1', content },
      },
      signal,
    )
  const rows = () => audit.events.map(({ eventType, response }) => [eventType, response])
  const stop = (error: GatewayError) => {
    stopped = error
    inputs.declineAll(error)
  }
  return { clock, audit, log, inputs, detach, ask, rows, stop }
}

const newest = (inputs: InputRequests): string => inputs.open().at(-1)?.id ?? ''

describe('an input request of a service', () => {
  it('returns what the person entered, which is in no log and not in the trail', async () => {
    const { inputs, ask, audit, log, clock } = scene()
    const asked = ask()
    expect(inputs.open()).toMatchObject([{ server: { id: 'service:a' }, capabilityId: 'ext.a.tool', content }])
    inputs.answer(newest(inputs), { action: 'accept', values: { one: 'my own words' } })
    expect(await asked).toEqual({ action: 'accept', values: { one: 'my own words' } })
    expect([inputs.open(), clock.waiting]).toEqual([[], 0])
    expect(audit.events).toMatchObject([
      { eventType: 'approve', capabilityId: 'system.service.input', response: { ended: 'accepted' } },
    ])
    expect(JSON.stringify([audit.events, log])).not.toContain('my own words')
  })

  it('rejects input that does not fit, and stays open', async () => {
    const { inputs, ask } = scene()
    const asked = ask()
    const id = newest(inputs)
    for (const values of [{}, { one: 1 }, { one: 'x'.repeat(21) }, { one: 'x', two: 'y' }]) {
      expect(() => inputs.answer(id, { action: 'accept', values })).toThrow(GatewayError)
    }
    inputs.answer(id, { action: 'decline' })
    expect(await asked).toEqual({ action: 'decline' })
    expect(() => inputs.answer(id, { action: 'decline' })).toThrow('This request is closed')
  })

  it('is declined with a reason where no window is open, and when the last one closes', async () => {
    const refused = { action: 'decline', reason: { code: 'PERMISSION.APPROVAL_REQUIRED' } }
    const alone = scene({ attached: false })
    expect(await alone.ask()).toMatchObject(refused)
    expect(alone.rows()).toEqual([['reject', { ended: 'declined', code: 'PERMISSION.APPROVAL_REQUIRED' }]])
    const { ask, detach } = scene()
    const asked = ask()
    detach()
    expect(await asked).toMatchObject(refused)
  })

  it('is cancelled by a timeout, also when the timer fires late', async () => {
    const { inputs, ask, clock } = scene()
    const asked = ask()
    await clock.advance(inputTimeoutMs)
    expect(await asked).toMatchObject({ action: 'cancel', reason: { code: 'RISK.APPROVAL_EXPIRED' } })
    expect([inputs.open(), clock.waiting]).toEqual([[], 0])
  })

  it('is cancelled when the call ends', async () => {
    const { inputs, ask } = scene()
    const call = new AbortController()
    const asked = ask('service:a', call.signal)
    call.abort()
    expect(await asked).toMatchObject({ action: 'cancel', reason: { code: 'RISK.APPROVAL_WITHDRAWN' } })
    expect(await ask('service:a', call.signal)).toMatchObject({ action: 'cancel' })
    expect(inputs.open()).toEqual([])
  })

  it('is declined by a stop, and nothing is asked until it ends', async () => {
    const { inputs, ask, stop } = scene()
    const asked = ask()
    stop(new GatewayError('SYSTEM.MAINTENANCE'))
    const refused = { action: 'decline', reason: { code: 'SYSTEM.MAINTENANCE' } }
    expect(await asked).toMatchObject(refused)
    expect(await ask()).toMatchObject(refused)
    expect(inputs.open()).toEqual([])
  })

  it('is limited for each service, so that one leaves room for the others', async () => {
    const { inputs, ask, clock } = scene()
    const asked = Array.from({ length: maxInputRequests.openPerService + 1 }, () => ask())
    expect(await asked.at(-1)).toMatchObject({ action: 'decline', reason: { code: 'SYSTEM.RATE_LIMITED' } })
    void ask('service:b')
    expect(inputs.open()).toHaveLength(maxInputRequests.openPerService + 1)
    inputs.declineAll(new GatewayError('RISK.APPROVAL_REJECTED'))
    const answers = Array.from({ length: maxInputRequests.perHour }, () => {
      const one = ask()
      if (inputs.open().length > 0) inputs.answer(newest(inputs), { action: 'cancel' })
      return one
    })
    const refused = (await Promise.all(answers)).filter(({ reason }) => reason?.code === 'SYSTEM.RATE_LIMITED')
    expect(refused).toHaveLength(maxInputRequests.openPerService)
    expect(clock.waiting).toBe(0)
  })

  it('does not fill the trail when it is refused repeatedly: refusals beyond the limit are counted', async () => {
    const { ask, audit, clock } = scene({ attached: false })
    const more = 40
    for (let at = 0; at < maxInputRequests.refusalsPerHour + more; at += 1) await ask()
    expect(audit.events).toHaveLength(maxInputRequests.refusalsPerHour)
    await ask('service:b')
    expect(audit.events).toHaveLength(maxInputRequests.refusalsPerHour + 1)
    await clock.advance(3_600_000)
    await ask()
    expect(audit.events.at(-1)?.response).toMatchObject({ ended: 'declined', unrecorded: more })
  })

  it('ends exactly once, in any order of events', async () => {
    const act = fc.constantFrom('ask', 'accept', 'decline', 'abort', 'wait', 'declineAll')
    await times(50).forAllAsync(fc.array(act, { maxLength: 30 }), async (acts) => {
      const { inputs, ask, clock, audit, detach } = scene()
      const call = new AbortController()
      const asked: Promise<unknown>[] = []
      for (const each of acts) {
        if (each === 'ask') asked.push(ask('service:a', call.signal))
        else if (each === 'abort') call.abort()
        else if (each === 'wait') await clock.advance(inputTimeoutMs / 2)
        else if (each === 'declineAll') inputs.declineAll(new GatewayError('RISK.APPROVAL_REJECTED'))
        else if (inputs.open().length > 0) {
          inputs.answer(newest(inputs), each === 'accept' ? { action: each, values: { one: 'x' } } : { action: each })
        }
      }
      detach()
      const ends = await Promise.all(asked)
      expect(ends).toHaveLength(asked.length)
      expect(audit.events.length).toBeLessThanOrEqual(asked.length)
      expect([inputs.open(), clock.waiting]).toEqual([[], 0])
    })
  })
})
