import type { PanicState } from '@shared/approvals/panic.js'
import { defaultSettings } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panicId } from '../../../src-main/gateway/panic.js'
import type { CancellationToken } from '../../../src-main/gateway/ports/cancellation.js'
import type { PanicStore } from '../../../src-main/gateway/ports/stores.js'
import { settled } from '../../fakes/fake-clock.js'
import { caller, endOf, GatewayUnderTest, noon } from '../../fakes/gateway-under-test.js'
import { times } from '../../fixtures/properties.js'

class MemoryPanicStore implements PanicStore {
  broken = false
  constructor(public state: PanicState = { on: false }) {}
  read(): PanicState {
    if (this.broken) throw new Error('unreadable')
    return this.state
  }
  write(state: PanicState): void {
    if (this.broken) throw new Error('disk full')
    this.state = state
  }
}

function withWorld(panicStopsReading = false, store = new MemoryPanicStore()) {
  const under = new GatewayUnderTest({ panic: store, governance: () => ({ ...defaultSettings, panicStopsReading }) })
  under.serveOverworld()
  under.gateway.approvals.attach()
  return { under, panic: under.gateway.panic, store }
}

describe('panic', () => {
  it('refuses every action at once, with an error that names the stop', async () => {
    const { under, panic } = withWorld()
    panic.turnOn('desktop')
    const { outcome } = await under.setTime()
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.OPERATION_BLOCKED', message: 'The owner has stopped everything.', details: { panic: true } },
    })
    expect(endOf(await under.setTime({ dryRun: true }))).toBe('RISK.OPERATION_BLOCKED')
    expect(endOf(await under.call('not.known', {}))).toBe('RISK.OPERATION_BLOCKED')
    expect(under.questions).toEqual([])
  })

  // verifies: capability-kinds context 2
  it('leaves reading as it is, or not, as the owner wants', async () => {
    const reading = withWorld()
    reading.panic.turnOn('desktop')
    expect(endOf(await reading.under.call('player.list', {}))).toBe('done')
    const blind = withWorld(true)
    blind.panic.turnOn('desktop')
    expect(endOf(await blind.under.call('player.list', {}))).toBe('RISK.OPERATION_BLOCKED')
    const connection = new AbortController().signal
    expect(blind.under.gateway.subscribe({ eventIds: ['player.join'], caller, connection }, () => {}).ok).toBe(false)
  })

  it('denies what is open, and whatever is asked after it', async () => {
    const { under, panic } = withWorld()
    const call = under.setTime()
    const question = await under.asked()
    panic.turnOn('desktop')
    expect(endOf(await call)).toBe('denied')
    expect(under.gateway.approvals.decide(question.id, 'approve', 'desktop')).toBe(false)
    const late = under.gateway.approvals.request(
      { ...question, bound: '', manifest: '', shown: {}, facts: {}, eachTime: false },
      1,
      new AbortController().signal,
    )
    expect(await late).toMatchObject({ outcome: 'denied', by: [panicId] })
  })

  it('stops a running action, and sends the server a cancellation', async () => {
    const { under, panic } = withWorld()
    const cancellations: CancellationToken[] = []
    under.serve('slow', ['chat.broadcast']).answers('chat.broadcast', (_request, cancellation) => {
      cancellations.push(cancellation)
      return new Promise(() => {})
    })
    const call = under.call('chat.broadcast', { message: 'hi' })
    await settled()
    expect(cancellations).toHaveLength(1)
    panic.turnOn('desktop')
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(cancellations[0]?.isCancelled).toBe(true)
    expect(under.clock.waiting).toBe(0)
  })

  it('blocks a call between its approval and its run', async () => {
    const { under, panic } = withWorld()
    const server = under.serve('slow', ['world.time.get', 'world.time.set']).answers('world.time.get', () => {
      reads += 1
      // The state is read once for the question, and once more when it is answered.
      if (reads === 2) panic.turnOn('desktop')
      return { data: { ...noon } }
    })
    let reads = 0
    const call = under.setTime({ server: 'slow' })
    const { id } = await under.asked()
    under.gateway.approvals.decide(id, 'approve', 'desktop')
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(reads).toBe(2)
    expect(server.requestsFor('world.time.set')).toEqual([])
  })

  it('is sent once to listeners with conversations, and is in the audit trail with its end', () => {
    const { under, panic } = withWorld()
    const reported: PanicState[] = []
    panic.onDidPanic((state) => reported.push(state))
    panic.turnOn('desktop')
    panic.turnOn('control:stdin')
    panic.turnOff('desktop')
    expect(reported).toEqual([{ on: true, since: '2026-01-19T10:30:00.000Z', by: 'desktop' }])
    expect(under.audit.events.filter(({ capabilityId }) => capabilityId === panicId)).toMatchObject([
      { eventType: 'reject', caller: { type: 'user', id: 'desktop' }, request: { panic: true } },
      { eventType: 'approve', caller: { type: 'user', id: 'desktop' }, request: { panic: false } },
    ])
  })

  it('lets everything resume once a person has ended it', async () => {
    const { under, panic } = withWorld()
    panic.turnOn('desktop')
    panic.turnOff('desktop')
    const call = under.setTime()
    const { id } = await under.asked()
    under.gateway.approvals.decide(id, 'approve', 'desktop')
    expect(endOf(await call)).toBe('done')
  })

  it('stays on over a restart, and is on where nobody can read whether it was', () => {
    const store = new MemoryPanicStore()
    withWorld(false, store).panic.turnOn('desktop')
    expect(withWorld(false, store).panic.state).toMatchObject({ on: true, by: 'desktop' })
    store.broken = true
    expect(withWorld(false, store).panic.state).toEqual({ on: true, unreadable: true })
  })

  it('is turned on even where nothing can be written, and off only where everything can', () => {
    const { under, panic, store } = withWorld()
    store.broken = true
    under.audit.refuses = () => true
    panic.turnOn('desktop')
    expect(panic.state.on).toBe(true)
    expect(() => panic.turnOff('desktop')).toThrow()
    under.audit.refuses = () => false
    expect(() => panic.turnOff('desktop')).toThrow()
    expect(panic.state.on).toBe(true)
    store.broken = false
    panic.turnOff('desktop')
    expect(panic.state.on).toBe(false)
  })

  // verifies: promise 7
  it('never lets an action through while it is on, whatever was switched before', () =>
    times(50).forAllAsync(fc.array(fc.boolean(), { maxLength: 8 }), async (switches) => {
      const { under, panic } = withWorld()
      const server = under.serve('chatty', ['chat.broadcast'])
      for (const on of switches) on ? panic.turnOn('a') : panic.turnOff('a')
      const end = endOf(await under.call('chat.broadcast', { message: 'hi' }, { dryRun: false }))
      expect(end === 'RISK.OPERATION_BLOCKED').toBe(switches.at(-1) ?? false)
      expect(server.requests.length).toBe(switches.at(-1) ? 0 : 1)
    }))
})
