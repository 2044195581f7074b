import { describe, expect, it } from 'vitest'
import { maxTraces, Stopwatch } from '../../../../src-main/gateway/path/traces.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

function withWorld() {
  const under = new GatewayUnderTest()
  const overworld = under.serveOverworld()
  const traceOf = (traceId: string, who = caller) => under.gateway.traceOf(traceId, who)
  const read = () => under.call('world.time.get', { worldName: 'world' })
  return { under, overworld, traceOf, read }
}

// verifies: traces
describe('the trace of a call', () => {
  it('names every step with its time, and how the call ended', async () => {
    const { under, overworld, traceOf, read } = withWorld()
    overworld.answers('world.time.get', async () => {
      await under.clock.advance(12)
      return { data: { worldName: 'world', time: 1 } }
    })
    const { traceId, requestId } = await read()
    const trace = traceOf(traceId)
    expect(trace).toMatchObject({
      traceId,
      requestId,
      capabilityId: 'world.time.get',
      caller,
      server: { id: 'overworld', name: 'overworld' },
      startedAt: '2026-01-19T10:30:00.000Z',
      milliseconds: 12,
      success: true,
      outcome: 'done',
    })
    expect(trace).not.toHaveProperty('errorCode')
    expect(trace?.steps.filter(({ milliseconds }) => milliseconds > 0)).toEqual([
      { name: 'run', milliseconds: 12, outcome: 'passed' },
    ])
    expect(trace?.steps.map(({ name }) => name)).toEqual([
      ...[
        'halt',
        'admit',
        'limit-size',
        'limit-caller',
        'resolve',
        'validate',
        'authorise',
        'deduplicate',
        'limit-rate',
        'assess-risk',
        'read-before',
      ],
      ...['approve', 'snapshot', 'revalidate', 'record-intent', 'store-undo', 'run', 'clean', 'record-outcome'],
    ])
  })

  it('shows how long a person took to decide', async () => {
    const { under, traceOf } = withWorld()
    under.gateway.approvals.attach()
    const call = under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(7_000)
    under.gateway.approvals.decide(id, 'deny', 'ada')
    const trace = traceOf((await call).traceId)
    expect(trace).toMatchObject({ success: false, outcome: 'denied', errorCode: 'RISK.APPROVAL_REJECTED' })
    expect(trace?.steps.at(-2)).toEqual({ name: 'approve', milliseconds: 7_000, outcome: 'stopped' })
  })

  it('shows the step that failed', async () => {
    const { overworld, traceOf, read } = withWorld()
    overworld.answers('world.time.get', () => Promise.reject(new Error('a bug')))
    const trace = traceOf((await read()).traceId)
    expect(trace).toMatchObject({ success: false, outcome: 'failed', errorCode: 'SYSTEM.INTERNAL_ERROR' })
    expect(trace?.steps.find(({ outcome }) => outcome === 'threw')).toMatchObject({ name: 'run' })
  })

  it('shows that the outcome could not be written', async () => {
    const { under, traceOf, read } = withWorld()
    under.audit.refuses = () => true
    expect(traceOf((await read()).traceId)?.steps.at(-1)).toMatchObject({ name: 'record-outcome', outcome: 'threw' })
  })

  it('contains neither arguments nor data', async () => {
    const { under, traceOf } = withWorld()
    const { traceId } = await under.call('world.time.get', { worldName: 'hush' })
    expect(JSON.stringify(traceOf(traceId))).not.toContain('hush')
    expect(JSON.stringify(traceOf(traceId))).not.toContain('fullTime')
  })

  it('truncates long names', async () => {
    const { under, traceOf } = withWorld()
    const { traceId } = await under.call('x'.repeat(10_000), {})
    expect(traceOf(traceId)?.capabilityId).toHaveLength(128)
  })

  it('can be read by its caller alone', async () => {
    const { traceOf, read } = withWorld()
    const { traceId } = await read()
    expect(traceOf(traceId, { ...caller, id: 'mcp:other' })).toBeUndefined()
    expect(traceOf(traceId, { ...caller, type: 'user' })).toBeUndefined()
    expect(traceOf('no-such-trace')).toBeUndefined()
  })

  it('is kept until a thousand newer ones exist', async () => {
    const { traceOf, read } = withWorld()
    const { traceId } = await read()
    for (let count = 1; count < maxTraces; count++) await read()
    expect(traceOf(traceId)).toBeDefined()
    await read()
    expect(traceOf(traceId)).toBeUndefined()
  })

  it('is not evicted by another client, however many calls it makes', async () => {
    const { under, traceOf, read } = withWorld()
    const { traceId } = await read()
    const busy = { ...caller, id: 'mcp:busy' }
    const ofBusy = []
    for (let count = 0; count < maxTraces; count++) {
      ofBusy.push((await under.call('world.time.get', { worldName: 'world' }, { caller: busy })).traceId)
    }
    expect(traceOf(traceId)).toBeDefined()
    expect(ofBusy.map((id) => traceOf(id, busy) !== undefined).indexOf(true)).toBe(1)
  })
})

it('a stopwatch times each step from the end of the one before, to a microsecond', async () => {
  const clock = new FakeClock()
  const watch = new Stopwatch(clock)
  await clock.advance(1.23456)
  watch.mark('one', 'passed')
  await clock.advance(2)
  watch.mark('two', 'stopped')
  expect(watch.steps).toEqual([
    { name: 'one', milliseconds: 1.235, outcome: 'passed' },
    { name: 'two', milliseconds: 2, outcome: 'stopped' },
  ])
})
