import { GatewayError } from '@contract/gateway-error.js'
import type { ResponseFrame } from '@contract/generated/message-frame.js'
import { describe, expect, it } from 'vitest'
import { Cancellation } from '../../../src-main/gateway/ports/cancellation.js'
import { AgentRequests } from '../../../src-main/providers/agent/pending-requests.js'

const forever = new Cancellation()
const answer = (
  correlationId: string,
  payload: ResponseFrame['payload'] = { success: true, data: { a: 1 } },
): ResponseFrame => ({
  id: 'frame-1',
  type: 'response',
  timestamp: '2026-01-19T10:30:00Z',
  correlationId,
  payload,
})
const cancelled = new Cancellation()
cancelled.cancel()
const failure = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')

describe('a request that waits', () => {
  it('gets its response, and is removed', async () => {
    const pending = new AgentRequests()
    const waiting = pending.wait('one', forever)
    expect(pending.settle(answer('one'))).toBe('settled')
    expect(await waiting).toEqual({ data: { a: 1 } })
    expect(pending.size).toBe(0)
  })

  it('is not ended by a second response, nor by one for another request', () => {
    const pending = new AgentRequests()
    void pending.wait('one', forever)
    expect(pending.settle(answer('two'))).toBe('unknown')
    expect(pending.settle(answer('one'))).toBe('settled')
    expect(pending.settle(answer('one'))).toBe('over')
  })

  it('is dropped when it is cancelled', () => {
    const pending = new AgentRequests()
    const givenUp = new Cancellation()
    void pending.wait('one', givenUp)
    givenUp.cancel()
    expect(pending.size).toBe(0)
    expect(pending.settle(answer('one'))).toBe('over')
  })

  it('is not begun when it was cancelled before', () => {
    const pending = new AgentRequests()
    void pending.wait('one', cancelled)
    expect(pending.size).toBe(0)
    expect(pending.settle(answer('one'))).toBe('over')
  })

  it('is deduplicated among the last thousand only', () => {
    const pending = new AgentRequests()
    for (let number = 0; number <= 1_000; number++) void pending.wait(`${number}`, cancelled)
    expect(pending.settle(answer('1000'))).toBe('over')
    expect(pending.settle(answer('0'))).toBe('unknown')
  })

  it('fails with what the agent says, or with a plain failure where it says nothing', async () => {
    const pending = new AgentRequests()
    const [reported, silent] = [pending.wait('one', forever), pending.wait('two', forever)]
    pending.settle(answer('one', { success: false, error: { code: 'BUSINESS.PLAYER_OFFLINE', message: 'Away.' } }))
    pending.settle(answer('two', { success: false }))
    await expect(reported).rejects.toMatchObject({ code: 'BUSINESS.PLAYER_OFFLINE', message: 'Away.' })
    await expect(silent).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
  })

  it('has no data where a success brings none, and a snapshot where it brings one', async () => {
    const pending = new AgentRequests()
    const waiting = pending.wait('one', forever)
    pending.settle(answer('one', { success: true, metadata: { snapshotId: 'snapshot-1' } }))
    expect(await waiting).toEqual({ data: {}, snapshotId: 'snapshot-1' })
  })

  it('fails when it is named, or when it is the only one', async () => {
    const pending = new AgentRequests()
    const [one, two] = [pending.wait('one', forever), pending.wait('two', forever)]
    expect(pending.fail(undefined, failure)).toBe(false)
    expect(pending.fail('one', failure)).toBe(true)
    expect(pending.fail(undefined, failure)).toBe(true)
    await expect(one).rejects.toBe(failure)
    await expect(two).rejects.toBe(failure)
  })

  it('fails with all the others when the connection ends', async () => {
    const pending = new AgentRequests()
    const all = ['one', 'two', 'three'].map((id) => pending.wait(id, forever))
    pending.failAll(failure)
    for (const waiting of all) await expect(waiting).rejects.toBe(failure)
    expect(pending.size).toBe(0)
  })
})
