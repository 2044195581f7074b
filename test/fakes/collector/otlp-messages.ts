/**
 * OTLP messages: the requests of the OpenTelemetry protocol as the model of a collector reads them, by the numbers of
 * opentelemetry-proto 1.x. Fields that are not sent here are left out; the decoder skips what it does not know.
 */
import protobuf from 'protobufjs'

const root = protobuf.parse(
  `
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5; } }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Status { string message = 2; int32 code = 3; }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
    repeated Link links = 13; Status status = 15;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message LogRecord {
    fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; AnyValue body = 5;
    repeated KeyValue attributes = 6; bytes trace_id = 9; bytes span_id = 10; string event_name = 12;
  }
  message ScopeLogs { repeated LogRecord log_records = 2; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; }
  message Logs { repeated ResourceLogs resource_logs = 1; }
  message NumberPoint { repeated KeyValue attributes = 7; double as_double = 4; sfixed64 as_int = 6; }
  message HistogramPoint { repeated KeyValue attributes = 9; fixed64 count = 4; double sum = 5; }
  message Gauge { repeated NumberPoint data_points = 1; }
  message Sum { repeated NumberPoint data_points = 1; }
  message Histogram { repeated HistogramPoint data_points = 1; }
  message Metric { string name = 1; string unit = 3; Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message PartialSuccess { int64 rejected = 1; string error_message = 2; }
  message Response { PartialSuccess partial_success = 1; }
`,
  { keepCase: false },
).root

const types = { traces: 'Traces', logs: 'Logs', metrics: 'Metrics' } as const
export type SignalName = keyof typeof types

/** @throws Error when the bytes are no such message */
export const decoded = (signal: SignalName, bytes: Uint8Array): Record<string, unknown> => {
  const type = root.lookupType(types[signal])
  return type.toObject(type.decode(bytes), { longs: Number, bytes: String, defaults: false })
}

/** The response of a collector that took only a part. */
export const partialResponse = (rejected: number): Uint8Array => {
  const type = root.lookupType('Response')
  return type.encode(type.create({ partialSuccess: { rejected, errorMessage: 'too large' } })).finish()
}
