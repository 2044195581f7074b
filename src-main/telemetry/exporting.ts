/**
 * Exporting: the SDK of OpenTelemetry with what it sends to one collector. Loaded when telemetry is switched on: a program
 * without telemetry pays nothing.
 *
 * Guards invariant 8: all that is sent passes the mask of stream-safe mode, as an export does. The SDK reads nothing of
 * the environment here.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { product } from '@contract/product.js'
import {
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type ReadableSpan,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Clock } from '../gateway/ports/runtime.js'
import type { EndedTrace } from '../gateway/ports/traces.js'
import { recordEvent } from './audit-records.js'
import { CallIds, recordCall, spansOf } from './call-spans.js'
import { type Delivery, maxQueued, type Signal } from './delivery.js'
import { type Gauges, openMeasurements } from './measurements.js'
import { OtlpExporter } from './otlp-exporter.js'
import { OtlpTransport, transportMs } from './otlp-transport.js'

/** Milliseconds between two batches, and between two sets of metrics. */
export const exportMs = { batch: 2_000, metrics: 15_000 } as const

/** Milliseconds for the last batches when it stops. */
const lastMs = 1_000

export interface ExportingOptions {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Identifies this gateway among others. */
  readonly gatewayId: string
  readonly hostName: string
  readonly gauges: Gauges
  readonly delivery: Delivery
  readonly clock: Clock
  readonly mask: <T>(value: T) => T
}

export interface Exporting {
  call(call: EndedTrace): void
  event(event: AuditEvent): void
  /** Sends what waits. */
  flush(): Promise<void>
  stop(): Promise<void>
}

export function openExporting({ delivery, mask, clock, gauges, ...options }: ExportingOptions): Exporting {
  const resource = resourceFromAttributes({
    'service.name': product.id,
    'service.version': product.version,
    'service.instance.id': options.gatewayId,
    'host.name': options.hostName,
  })
  const transports: OtlpTransport[] = []
  const transportOf = (signal: Signal): OtlpTransport => {
    const transport = new OtlpTransport({
      url: `${options.endpoint}/v1/${signal}`,
      headers: options.headers,
      clock,
      onAttempt: (problem) => delivery.attempted(signal, problem),
    })
    transports.push(transport)
    return transport
  }
  const queue = {
    maxQueueSize: maxQueued,
    scheduledDelayMillis: exportMs.batch,
    exportTimeoutMillis: transportMs.batch + transportMs.attempt + lastMs,
  }
  const ids = new CallIds(new RandomIdGenerator())
  const tracers = new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        ...queue,
        exporter: new OtlpExporter({
          signal: 'traces',
          serializer: ProtobufTraceSerializer,
          transport: transportOf('traces'),
          delivery,
          countOf: (spans: ReadableSpan[]) => spans.length,
          rejectedOf: ({ partialSuccess }) => partialSuccess?.rejectedSpans,
        }),
      }),
    ],
  })
  const loggers = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        ...queue,
        exporter: new OtlpExporter({
          signal: 'logs',
          serializer: ProtobufLogsSerializer,
          transport: transportOf('logs'),
          delivery,
          countOf: (records: ReadableLogRecord[]) => records.length,
          rejectedOf: ({ partialSuccess }) => partialSuccess?.rejectedLogRecords,
        }),
      }),
    ],
  })
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exportIntervalMillis: exportMs.metrics,
        exportTimeoutMillis: exportMs.metrics - 1,
        exporter: new OtlpExporter({
          signal: 'metrics',
          serializer: ProtobufMetricsSerializer,
          transport: transportOf('metrics'),
          delivery,
          // A set of metrics that is lost loses no count: the next one has it.
          countOf: (_metrics: ResourceMetrics) => 0,
          rejectedOf: () => 0,
        }),
      }),
    ],
  })
  const tracer = tracers.getTracer(product.id, product.version)
  const logger = loggers.getLogger(product.id, product.version)
  const measurements = openMeasurements(meters.getMeter(product.id, product.version), gauges, delivery)
  const providers = [tracers, loggers, meters]
  return {
    call(given) {
      const call = mask(given)
      measurements.call(call)
      if (delivery.admit('traces', spansOf(call))) recordCall(tracer, ids, call)
    },
    event(event) {
      if (delivery.admit('logs', 1)) recordEvent(logger, mask(event))
    },
    async flush() {
      await Promise.allSettled(providers.map((provider) => provider.forceFlush()))
    },
    async stop() {
      measurements.stop()
      const cancel = clock.after(lastMs, () => {
        for (const transport of transports) transport.stop()
      })
      await Promise.allSettled(providers.map((provider) => provider.shutdown()))
      cancel()
    },
  }
}
