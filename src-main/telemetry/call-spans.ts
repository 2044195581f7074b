/**
 * Call spans: a call as a span of OpenTelemetry, with a span for each step that took time or ended it.
 *
 * Guards invariant 8: a span has names, ids, times and codes, never arguments or results. The trace of a client is a
 * link: its text is never trusted, so it cannot choose where the span belongs.
 */
import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace as tracing,
} from '@opentelemetry/api'
import type { EndedTrace } from '../gateway/ports/traces.js'

/** Milliseconds below which a step that passed has no span of its own. */
const shownStepMs = 1

/** Makes the ids of spans. Those of a call are reserved before its span begins, because the SDK takes none. */
export class CallIds {
  readonly #random: IdSource
  #traceId: string | undefined
  #spanId: string | undefined

  constructor(random: IdSource) {
    this.#random = random
  }

  /** The next span that begins is that of this call. */
  reserve(traceId: string): void {
    const { traceId: own, spanId } = spanContextOf(traceId)
    this.#traceId = own
    this.#spanId = spanId
  }

  generateTraceId(): string {
    const reserved = this.#traceId
    this.#traceId = undefined
    return reserved ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    const reserved = this.#spanId
    this.#spanId = undefined
    return reserved ?? this.#random.generateSpanId()
  }
}

interface IdSource {
  generateTraceId(): string
  generateSpanId(): string
}

/** The ids of a call follow from its trace id, so that rows of the log name its span without a table. */
export function spanContextOf(traceId: string) {
  const id = traceId.replaceAll('-', '')
  return { traceId: id, spanId: id.slice(16), traceFlags: TraceFlags.SAMPLED }
}

/** Number of spans that `recordCall` makes. */
export const spansOf = ({ steps }: EndedTrace): number => 1 + steps.filter(isShown).length

export function recordCall(tracer: Tracer, ids: CallIds, call: EndedTrace): void {
  const start = Date.parse(call.startedAt)
  ids.reserve(call.traceId)
  const links = linksOf(call)
  const span = tracer.startSpan(
    nameOf(call),
    { kind: SpanKind.SERVER, startTime: start, attributes: attributesOf(call), root: true, links },
    ROOT_CONTEXT,
  )
  const context = tracing.setSpan(ROOT_CONTEXT, span)
  let at = start
  for (const step of call.steps) {
    const from = at
    at += step.milliseconds
    if (!isShown(step)) continue
    const child = tracer.startSpan(
      step.name,
      { startTime: from, attributes: { 'gatehouse.step.outcome': step.outcome } },
      context,
    )
    if (step.outcome === 'threw') child.setStatus({ code: SpanStatusCode.ERROR })
    child.end(at)
  }
  setStatus(span, call)
  span.end(Math.max(at, start + call.milliseconds))
}

const isShown = ({ milliseconds, outcome }: EndedTrace['steps'][number]): boolean =>
  milliseconds >= shownStepMs || outcome !== 'passed'

/** An AI may make up the name of an action that no server has. */
const nameOf = ({ server, success, capabilityId }: EndedTrace): string => (server || success ? capabilityId : 'call')

function attributesOf(call: EndedTrace): Attributes {
  const { caller, server } = call
  return {
    'gatehouse.capability': call.capabilityId,
    'gatehouse.outcome': call.outcome,
    'gatehouse.request.id': call.requestId,
    'gatehouse.caller.type': caller.type,
    'gatehouse.caller.id': caller.id,
    'gatehouse.caller.name': caller.name,
    ...(server && { 'gatehouse.server.id': server.id, 'gatehouse.server.name': server.name }),
    ...(call.risk && { 'gatehouse.risk': call.risk }),
    ...(call.raisedBy && { 'gatehouse.risk.raised_by': [...call.raisedBy] }),
    ...(call.ruleId !== undefined && { 'gatehouse.rule.id': call.ruleId }),
    ...(call.answeredAfterMs !== undefined && { 'gatehouse.approval.wait': call.answeredAfterMs / 1_000 }),
    ...(call.tainted && { 'gatehouse.tainted': true }),
    ...(call.errorCode !== undefined && { 'error.type': call.errorCode }),
  }
}

/** Refused by a person or by a rule is no error of the program. */
function setStatus(span: Span, { outcome, errorCode = '' }: EndedTrace): void {
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode })
}

function linksOf({ traceparent }: EndedTrace): Link[] {
  const [, traceId, spanId] = traceparent?.split('-') ?? []
  if (traceId === undefined || spanId === undefined) return []
  return [{ context: { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true } }]
}
