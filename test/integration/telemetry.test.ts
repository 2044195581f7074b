/** The whole of telemetry against a collector that a test controls: a real gateway, the real SDK, real sockets. */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { TelemetrySettings } from '@shared/program/telemetry.js'
import { afterEach, describe, expect, it } from 'vitest'
import { memorySecrets } from '../../src-main/gateway/ports/client-access.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import { maxQueued } from '../../src-main/telemetry/delivery.js'
import { transportMs } from '../../src-main/telemetry/otlp-transport.js'
import { Telemetry } from '../../src-main/telemetry/telemetry.js'
import { ModelCollector } from '../fakes/collector/model-collector.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { caller, GatewayUnderTest } from '../fakes/gateway-under-test.js'
import { RecordingLog } from '../fakes/recording-log.js'

interface SceneOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly mask?: <T>(value: T) => T
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function collector(): Promise<{ readonly model: ModelCollector; readonly address: string }> {
  const model = new ModelCollector()
  const address = await model.listen()
  ends.push(() => model.close())
  return { model, address }
}

function scene(first: TelemetrySettings, { environment = {}, mask = (value) => value }: SceneOptions = {}) {
  const test = new GatewayUnderTest()
  test.serveOverworld()
  test.gateway.approvals.attach()
  const events = new Emitter<AuditEvent>()
  test.audit.onAppend = (event) => events.emit(event)
  let telemetry = first
  const changed = new Emitter<void>()
  const secrets = memorySecrets()
  const clock = new FakeClock()
  const log = new RecordingLog()
  const watching = new Telemetry({
    settings: { get: () => ({ telemetry }), onDidChange: (listener) => changed.on(listener) },
    secrets,
    environment,
    calls: test.gateway.onDidTrace,
    events: events.on,
    gauges: { openRequests: () => 2, connectedClients: () => 3, connectedServers: () => 1 },
    gatewayId: 'gatehouse-1',
    hostName: 'nas',
    mask,
    clock,
    log,
    load: () => import('../../src-main/telemetry/exporting.js'),
  })
  watching.start()
  ends.push(async () => {
    const stopping = watching.stop()
    await clock.advance(transportMs.batch)
    await stopping
  })
  const change = (next: Partial<TelemetrySettings>) => {
    telemetry = { ...telemetry, ...next }
    changed.emit()
  }
  const call = (capabilityId = 'world.time.get', given: object = { worldName: 'world' }) =>
    test.gateway.invoke({ capabilityId, arguments: given, caller, signal: new AbortController().signal })
  return { test, watching, change, call, clock, log, secrets }
}

const on = (endpoint: string): TelemetrySettings => ({ enabled: true, endpoint })

describe('telemetry', () => {
  it('sends a call as a span, counts it, and sends its rows of the log with the ids of the span', async () => {
    const { model, address } = await collector()
    const { watching, call } = scene(on(address))
    await watching.flush()
    const report = await call()
    await watching.flush()
    const [root] = model.spans.filter(({ parentSpanId }) => parentSpanId === '')
    expect(root).toMatchObject({
      name: 'world.time.get',
      traceId: report.traceId.replaceAll('-', ''),
      attributes: {
        'gatehouse.capability': 'world.time.get',
        'gatehouse.outcome': 'done',
        'gatehouse.server.id': 'overworld',
        'gatehouse.caller.name': 'A test',
        'gatehouse.risk': 'low',
      },
    })
    const [row] = model.logs
    expect(row).toMatchObject({ name: 'gatehouse.audit', traceId: root?.traceId, spanId: root?.spanId })
    expect(row?.attributes).toMatchObject({ 'gatehouse.outcome': 'done', 'gatehouse.request.id': report.requestId })
    const metric = (name: string) => model.metrics.findLast((one) => one.name === name)
    expect(metric('gatehouse.calls')).toMatchObject({ values: [1], attributes: { 'gatehouse.outcome': 'done' } })
    expect(metric('gatehouse.call.duration')?.values).toEqual([1])
    expect(metric('gatehouse.requests.open')?.values).toEqual([2])
    expect(metric('gatehouse.clients.connected')?.values).toEqual([3])
    expect(metric('gatehouse.servers.connected')?.values).toEqual([1])
    expect(metric('process.memory.usage')?.values[0]).toBeGreaterThan(1_000_000)
    expect(model.resources[0]).toMatchObject({
      'service.name': 'gatehouse',
      'service.instance.id': 'gatehouse-1',
      'host.name': 'nas',
    })
    expect(watching.state).toMatchObject({ kind: 'on', dropped: 0, hasHeader: false })
  })

  it('shows how long a call waited for a person, and the step that ended a denied one', async () => {
    const { model, address } = await collector()
    const { test, watching, call } = scene(on(address))
    await watching.flush()
    const set = call('world.time.set', { worldName: 'world', time: 1_000 })
    await test.clock.advance(4_000)
    expect(test.questions).toHaveLength(1)
    test.gateway.approvals.decide(test.questions[0]?.id ?? '', 'deny', 'ada')
    await set
    await watching.flush()
    const root = model.spans.find(({ name }) => name === 'world.time.set')
    expect(root?.attributes).toMatchObject({ 'gatehouse.outcome': 'denied' })
    const approve = model.spans.find(({ name }) => name === 'approve')
    expect(approve).toMatchObject({
      parentSpanId: root?.spanId,
      traceId: root?.traceId,
      attributes: { 'gatehouse.step.outcome': 'stopped' },
    })
  })

  it('sends nothing until the owner switches it on, whatever the environment says', async () => {
    const { model, address } = await collector()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,host=evil' }
    const { watching, call, change } = scene({ enabled: false, endpoint: '' }, { environment })
    await call()
    await watching.flush()
    expect(model.requests).toEqual([])
    expect(watching.state).toEqual({ kind: 'off' })
    change({ enabled: true })
    await watching.flush()
    await call()
    await watching.flush()
    expect(model.requests[0]?.headers).toMatchObject({ 'x-key': 'a b', host: new URL(address).host })
  })

  it('sends a header to the address it was saved for, and to no other', async () => {
    const first = await collector()
    const second = await collector()
    const { watching, call, change, secrets } = scene(on(first.address), {
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: second.address, OTEL_EXPORTER_OTLP_HEADERS: 'x-other=1' },
    })
    expect(watching.keepHeader('Authorization: Bearer one')).toBe(false)
    expect(watching.keepHeader('not a header')).toBeUndefined()
    await watching.flush()
    await call()
    await watching.flush()
    expect(first.model.requests.every(({ headers }) => headers.authorization === 'Bearer one')).toBe(true)
    expect(first.model.requests[0]?.headers).not.toHaveProperty('x-other')
    change({ endpoint: second.address })
    await watching.flush()
    await call()
    await watching.flush()
    expect(second.model.requests.length).toBeGreaterThan(0)
    expect(second.model.requests.some(({ headers }) => headers.authorization)).toBe(false)
    expect(secrets.get(`telemetry:header:${first.address}`)).toBe('Authorization: Bearer one')
  })

  it('does not follow a redirect, and says so', async () => {
    const thief = await collector()
    const { model, address } = await collector()
    model.mode = { kind: 'status', status: 307, headers: { location: `${thief.address}/v1/traces` } }
    const { watching, call } = scene(on(address))
    watching.keepHeader('Authorization: Bearer one')
    await watching.flush()
    await call()
    await watching.flush()
    expect(model.requests.length).toBeGreaterThan(0)
    expect(thief.model.requests).toEqual([])
    expect(watching.state).toMatchObject({ problem: 'redirected', sent: 0 })
  })

  it.each([
    [{ kind: 'status', status: 401 }, 'refused'],
    [{ kind: 'status', status: 404 }, 'rejected'],
    [{ kind: 'endless' }, 'rejected'],
  ] as const)('drops and counts what is not accepted: %j', async (mode, problem) => {
    const { model, address } = await collector()
    model.mode = mode
    const { watching, call, clock, log } = scene(on(address))
    await watching.flush()
    await call()
    await watching.flush()
    expect(watching.state).toMatchObject({ problem, sent: 0 })
    expect(watching.state).toHaveProperty('dropped', expect.not.closeTo(0))
    await clock.advance(1_000)
    expect(log.problems.map(({ message }) => message)).toContain(
      'telemetry was dropped: the collector does not take it',
    )
  })

  it('counts what a collector took only in part', async () => {
    const { model, address } = await collector()
    model.mode = { kind: 'partial', rejected: 1 }
    const { watching, call } = scene(on(address))
    await watching.flush()
    await call()
    await watching.flush()
    expect(watching.state).toMatchObject({ dropped: 2, problem: 'rejected' })
  })

  it('does not delay a call for a collector that never answers, and holds only so many records', async () => {
    const { model, address } = await collector()
    model.mode = { kind: 'slow' }
    const { test, watching, call, clock } = scene(on(address))
    await watching.flush()
    await call()
    const flushing = watching.flush()
    await model.until(() => model.requests.length >= 3)
    const own = { capabilityId: 'gatehouse.servers', caller, startedAt: '2026-01-19T10:30:00.000Z', milliseconds: 0.1 }
    for (let count = 0; count < maxQueued + 100; count += 1)
      test.gateway.traceOwn({ ...own, traceId: randomUUID(), requestId: `${count}` })
    expect((await call()).traceId).toBeDefined()
    const { dropped } = watching.state as { readonly dropped: number }
    expect(dropped).toBeGreaterThanOrEqual(100)
    await clock.advance(transportMs.attempt)
    expect(watching.state).toMatchObject({ problem: 'no-answer' })
    void flushing
  }, 60_000)

  it('masks what is sent while stream-safe mode is on', async () => {
    const { model, address } = await collector()
    const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('A test', '•••')) as T
    const { watching, call } = scene(on(address), { mask })
    await watching.flush()
    await call()
    await watching.flush()
    const sent = JSON.stringify([model.spans, model.logs, model.metrics])
    expect(sent).toContain('•••')
    expect(sent).not.toContain('A test')
  })

  it('names no action that an AI made up in its metrics', async () => {
    const { model, address } = await collector()
    const { watching, call } = scene(on(address))
    await watching.flush()
    await call('made.up.by.ai')
    await watching.flush()
    const calls = model.metrics.findLast(({ name }) => name === 'gatehouse.calls')
    expect(calls?.attributes['gatehouse.capability']).toBe('other')
    expect(model.spans.find(({ parentSpanId }) => parentSpanId === '')?.name).toBe('call')
  })
})
