/**
 * Audit records: an event of the log as a log record of OpenTelemetry.
 *
 * Guards invariant 8: a record is made from the row as it was written, without secrets and by the owner's choice without
 * addresses, and has what an export of the log has. The log on disk stays the proof: a record has no hash.
 */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import { ROOT_CONTEXT, trace as tracing } from '@opentelemetry/api'
import { type AnyValueMap, type Logger, SeverityNumber } from '@opentelemetry/api-logs'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { spanContextOf } from './call-spans.js'

/** Characters of arguments or of a result, as JSON. */
const maxJson = 8_192

export function recordEvent(logger: Logger, event: AuditEvent): void {
  const { caller, metadata = {}, approvalInfo = {}, eventType, capabilityId } = event
  const outcome = outcomeOf(event)
  const { traceId } = metadata
  const isProblem = outcome === 'failed' || outcome === 'unknown'
  const known: Readonly<Record<string, string | number | boolean | undefined>> = {
    'gatehouse.audit.id': event.id,
    'gatehouse.audit.type': eventType,
    'gatehouse.outcome': outcome,
    'gatehouse.capability': capabilityId,
    'gatehouse.capability.version': event.capabilityVersion,
    'gatehouse.server.id': metadata.serverId,
    'gatehouse.caller.type': caller.type,
    'gatehouse.caller.id': caller.id,
    'gatehouse.caller.name': caller.name,
    'gatehouse.risk': event.riskLevel,
    'gatehouse.approved_by': approvalInfo.approvedBy,
    'gatehouse.rule.id': approvalInfo.ruleId,
    'gatehouse.request.id': metadata.requestId,
    'gatehouse.duration': metadata.executionTime === undefined ? undefined : metadata.executionTime / 1_000,
    'gatehouse.request': jsonOf(event.request),
    'gatehouse.response': jsonOf(event.response),
  }
  const attributes: AnyValueMap = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  ) as AnyValueMap
  logger.emit({
    eventName: 'gatehouse.audit',
    timestamp: new Date(event.timestamp),
    severityNumber: isProblem ? SeverityNumber.WARN : SeverityNumber.INFO,
    severityText: isProblem ? 'WARN' : 'INFO',
    body: `${capabilityId}: ${outcome}`,
    attributes,
    ...(traceId !== undefined && isTraceId(traceId) && { context: contextOf(traceId) }),
  })
}

const isTraceId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id)

const contextOf = (traceId: string) => tracing.setSpanContext(ROOT_CONTEXT, spanContextOf(traceId))

function jsonOf(value: object | undefined): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length <= maxJson ? text : JSON.stringify({ omitted: 'larger than telemetry sends' })
}
