/** Facts: the properties of an event used by filters, and the filter itself. */

import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditFilter, AuditOutcome } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { redactAddresses } from '../../policy/redaction/redaction.js'
import { chainBreakEventId } from './chain.js'
import { hasTerms, type Terms, textOf } from './words.js'

export interface AuditFacts {
  readonly at: string
  readonly type: string
  readonly capability: string
  readonly server: string | null
  readonly client: string | null
  readonly client_name: string | null
  readonly request: string | null
  readonly risk: string | null
  readonly outcome: AuditOutcome
}

export function factsOf(event: AuditEvent): AuditFacts {
  const { timestamp, eventType, capabilityId, caller, metadata = {}, riskLevel = null } = event
  return {
    at: timestamp,
    type: eventType,
    capability: capabilityId,
    server: metadata.serverId ?? null,
    client: caller.id ?? null,
    client_name: caller.name ?? null,
    request: metadata.requestId ?? null,
    risk: riskLevel,
    outcome: outcomeOf(event),
  }
}

/** All filters except the text. */
export function passes(facts: AuditFacts, filter: AuditFilter): boolean {
  const { client, capability, since, until } = filter
  return (
    (client === undefined || facts.client === client || facts.client_name === client) &&
    (capability === undefined || isMeant(facts.capability, capability)) &&
    same(filter.server, facts.server) &&
    same(filter.type, facts.type) &&
    same(filter.risk, facts.risk) &&
    same(filter.request, facts.request) &&
    same(filter.outcome, facts.outcome) &&
    (since === undefined || facts.at >= since) &&
    (until === undefined || facts.at < until)
  )
}

export const fits = (event: AuditEvent, filter: AuditFilter, terms: Terms | undefined): boolean =>
  passes(factsOf(event), filter) && (terms === undefined || hasTerms(textOf(event), terms))

const same = (wanted: string | undefined, is: string | null): boolean => wanted === undefined || wanted === is

const isMeant = (id: string, wanted: string): boolean =>
  wanted.endsWith('*') ? id.startsWith(wanted.slice(0, -1)) : id === wanted

/** The same filter as conditions on the table `entry`, with their values. */
export function conditionsOf(filter: AuditFilter): { readonly sql: string[]; readonly values: string[] } {
  const { client, capability, since, until } = filter
  const sql: string[] = []
  const values: string[] = []
  const add = (condition: string, ...given: string[]) => {
    sql.push(condition)
    values.push(...given)
  }
  if (client !== undefined) add('(e.client = ? OR e.client_name = ?)', client, client)
  if (capability?.endsWith('*')) {
    const start = capability.slice(0, -1)
    add('substr(e.capability, 1, length(?)) = ?', start, start)
  } else if (capability !== undefined) add('e.capability = ?', capability)
  for (const name of ['server', 'type', 'risk', 'request', 'outcome'] as const) {
    const wanted = filter[name]
    if (wanted !== undefined) add(`e.${name} = ?`, wanted)
  }
  if (since !== undefined) add('e.at >= ?', since)
  if (until !== undefined) add('e.at < ?', until)
  return { sql, values }
}

/** An event about the trail itself. */
export const gapId = 'system.audit.gap'

export const ownEvent = (now: Date, capabilityId: string, request: Record<string, unknown>): AuditEvent => ({
  id: randomUUID(),
  timestamp: now.toISOString(),
  eventType: capabilityId === chainBreakEventId || capabilityId === gapId ? 'error' : 'invoke',
  capabilityId,
  caller: { type: 'system', id: 'gatehouse', name: 'Gatehouse' },
  request,
})

/**
 * Removes IP addresses from an event of the trail (invariant 8).
 *
 * Arguments and results; ids of servers may contain addresses and must stay unchanged.
 */
export function withoutAddresses(event: AuditEvent): AuditEvent {
  const { request, response, rollbackInfo, metadata } = event
  const { clientIp, ...withoutIp } = metadata ?? {}
  return {
    ...event,
    ...(clientIp !== undefined && { metadata: withoutIp }),
    ...(request && { request: redactAddresses(request) as Record<string, unknown> }),
    ...(response && { response: redactAddresses(response) as Record<string, unknown> }),
    ...(rollbackInfo?.before && {
      rollbackInfo: { ...rollbackInfo, before: redactAddresses(rollbackInfo.before) as Record<string, unknown> },
    }),
  }
}
