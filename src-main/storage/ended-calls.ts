/** Ended calls: the calls of the audit trail as entries of the feed, so that a new run shows what the last one did. */
import { setImmediate } from 'node:timers/promises'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { AuditPage, AuditQuery } from '@shared/trail/audit.js'
import { maxAuditRows } from '@shared/trail/audit.js'
import { outcomeOf, refusalOf } from '@shared/trail/audit-outcome.js'
import type { CallEntry, CallResult } from '@shared/trail/live.js'

interface Trail {
  search(query: AuditQuery): AuditPage
}

/** The newest calls since an instant, oldest first: as many as one page of the trail has. */
export const newestCalls = (trail: Trail, since: string, nameOf: (serverId: string) => string): CallEntry[] =>
  entriesOf(trail.search({ since, limit: maxAuditRows }), nameOf).reverse()

/** All calls since an instant, newest first. Other work runs between two pages. */
export async function* callsSince(trail: Trail, since: string): AsyncGenerator<CallEntry> {
  let cursor: string | undefined
  do {
    const page = trail.search({ since, limit: maxAuditRows, ...(cursor !== undefined && { cursor }) })
    yield* entriesOf(page, (id) => id)
    cursor = page.next
    await setImmediate()
  } while (cursor !== undefined)
}

const entriesOf = ({ rows }: AuditPage, nameOf: (serverId: string) => string): CallEntry[] =>
  rows.flatMap(({ event }) => entryOf(event, nameOf) ?? [])

/** Undefined for what is not the end of a call. */
function entryOf(event: AuditEvent, nameOf: (serverId: string) => string): CallEntry | undefined {
  const { metadata = {}, caller, riskLevel, response = {} } = event
  const { requestId, serverId, phase, executionTime = 0 } = metadata
  if (phase !== 'outcome' || requestId === undefined) return undefined
  const refused = refusalOf(event)
  const { code, message } = (response.error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return {
    id: event.id,
    at: event.timestamp,
    kind: 'call',
    requestId,
    capabilityId: event.capabilityId,
    caller: { type: caller.type ?? 'model', id: caller.id ?? '', name: caller.name ?? caller.id ?? '' },
    ...(serverId !== undefined && { server: { id: serverId, name: nameOf(serverId) } }),
    arguments: event.request ?? {},
    ...(riskLevel !== undefined && { risk: riskLevel as RiskLevel }),
    result: resultOf(event),
    milliseconds: executionTime,
    ...(refused && { refused }),
    ...(event.eventType === 'error' && response.outcome === 'denied' && { denied: true }),
    ...(typeof code === 'string' && { error: { code, message: String(message ?? '') } }),
  }
}

function resultOf(event: AuditEvent): CallResult {
  if (event.eventType === 'error') return 'failed'
  const outcome = outcomeOf(event)
  return outcome === 'denied' || outcome === 'expired' || outcome === 'withdrawn' ? outcome : 'done'
}
