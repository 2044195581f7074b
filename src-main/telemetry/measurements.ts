/**
 * Measurements: the metrics of the program, by the names of OpenTelemetry where it has one.
 *
 * Guards the memory of the program and of the collector: no attribute is text of an AI. An action that no server has is
 * counted as `other`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import type { EndedTrace } from '../gateway/ports/traces.js'
import { type Delivery, signals } from './delivery.js'

/** What is counted when metrics are collected. */
export interface Gauges {
  readonly openRequests: () => number
  readonly connectedClients: () => number
  readonly connectedServers: () => number
}

export interface Measurements {
  call(call: EndedTrace): void
  stop(): void
}

/** Milliseconds between two measurements of the event loop. */
const resolution = 10

const buckets = {
  duration: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600],
  wait: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600],
}

export function openMeasurements(meter: Meter, gauges: Gauges, delivery: Delivery): Measurements {
  const calls = meter.createCounter('gatehouse.calls', { unit: '{call}', description: 'Calls that ended.' })
  const durations = meter.createHistogram('gatehouse.call.duration', {
    unit: 's',
    description: 'Time of a call, without the time that it waited for a person.',
    advice: { explicitBucketBoundaries: buckets.duration },
  })
  const waits = meter.createHistogram('gatehouse.approval.wait', {
    unit: 's',
    description: 'Time that an approved call waited for a person.',
    advice: { explicitBucketBoundaries: buckets.wait },
  })
  const count = (name: string, unit: string, description: string, read: () => number) =>
    meter.createObservableUpDownCounter(name, { unit, description }).addCallback((result) => result.observe(read()))
  count('gatehouse.requests.open', '{request}', 'Requests that wait for a person.', gauges.openRequests)
  count('gatehouse.clients.connected', '{client}', 'AI clients that are connected.', gauges.connectedClients)
  count('gatehouse.servers.connected', '{server}', 'Servers that are connected.', gauges.connectedServers)
  count('process.memory.usage', 'By', 'Memory of the program.', () => process.memoryUsage.rss())
  meter
    .createObservableCounter('gatehouse.telemetry.dropped', {
      unit: '{record}',
      description: 'Records that the collector never got.',
    })
    .addCallback((result) => {
      for (const signal of signals) result.observe(delivery.droppedOf(signal), { 'gatehouse.signal': signal })
    })
  const stopEventLoop = measureEventLoop(meter)
  return {
    call({ capabilityId, server, outcome, risk, milliseconds, answeredAfterMs = 0, success }) {
      const attributes = {
        'gatehouse.capability': server || success ? capabilityId : 'other',
        'gatehouse.outcome': outcome,
        ...(server && { 'gatehouse.server.id': server.id }),
        ...(risk && { 'gatehouse.risk': risk }),
      }
      calls.add(1, attributes)
      durations.record(Math.max(0, milliseconds - answeredAfterMs) / 1_000, attributes)
      if (answeredAfterMs > 0 && risk) waits.record(answeredAfterMs / 1_000, { 'gatehouse.risk': risk })
    },
    stop: stopEventLoop,
  }
}

/** Each value is of the time since the last collection. */
function measureEventLoop(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { unit: 's', description })
  const [mean, p99, max] = [
    gauge('nodejs.eventloop.delay.mean', 'Mean delay of the event loop.'),
    gauge('nodejs.eventloop.delay.p99', 'Delay of the event loop that 99% of measurements are below.'),
    gauge('nodejs.eventloop.delay.max', 'Maximum delay of the event loop.'),
  ]
  meter.addBatchObservableCallback(
    (result) => {
      if (delay.count === 0) return
      // A measurement contains the time to the next one.
      const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1_000)
      result.observe(mean, seconds(delay.mean))
      result.observe(p99, seconds(delay.percentile(99)))
      result.observe(max, seconds(delay.max))
      delay.reset()
    },
    [mean, p99, max],
  )
  return () => delay.disable()
}
