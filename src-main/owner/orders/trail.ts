/**
 * Orders about what happened: live entries, the audit trail, and undo.
 *
 * Guards invariant 7: a system dialog selects the file of an export.
 */
import type { AuditFormat } from '@shared/trail/audit.js'
import type { Builds } from '../../gateway/feeds/builds.js'
import type { Gateway } from '../../gateway/gateway.js'
import type { Undo } from '../../gateway/undo/undo.js'
import type { AuditService } from '../../storage/audit-service.js'
import type { OrdersAbout } from '../table/table.js'
import type { WhileAway } from '../while-away.js'
import { personOf } from './giver.js'

/** Page size in stream-safe mode: redaction takes time, and a small page does not block the program. */
const redactedPageSize = 200

/** @param stream redacts responses in stream-safe mode */
export function liveOrders(
  gateway: Pick<Gateway, 'feed' | 'calls' | 'callTraceOf' | 'eventReadersOf'>,
  stream: { readonly on: boolean },
): OrdersAbout<'live' | 'calls'> {
  const { feed, calls } = gateway
  return {
    'live:page': ({ before }) => {
      const page = feed.page(before, stream.on ? redactedPageSize : undefined)
      return { ...page, entries: JSON.stringify(page.entries) }
    },
    'live:way': ({ requestId }) => gateway.callTraceOf(requestId) ?? null,
    'live:readers': ({ id }) => gateway.eventReadersOf(id),
    'calls:list': () => calls.list(),
  }
}

export const awayOrders = (away: Pick<WhileAway, 'look' | 'dismiss'>): OrdersAbout<'away'> => ({
  'away:look': () => away.look(),
  'away:dismiss': () => away.dismiss(),
})

/** Asks the person for a file; undefined when they cancelled. */
export type ChooseFile = (format: AuditFormat) => Promise<string | undefined>

export function auditOrders(
  audit: Pick<AuditService, 'search' | 'get' | 'state' | 'exportInto'>,
  chooseFile: ChooseFile,
): OrdersAbout<'audit'> {
  return {
    'audit:search': (query) => audit.search(query),
    'audit:get': ({ id }) => audit.get(id) ?? null,
    'audit:state': () => audit.state(),
    'audit:export': async ({ format, filter }) => {
      const file = await chooseFile(format)
      return file === undefined ? null : { file, rows: await audit.exportInto(file, format, filter) }
    },
  }
}

export function undoOrders(
  undo: Pick<Undo, 'list' | 'preview' | 'run' | 'runLast'>,
  builds: Pick<Builds, 'of'>,
): OrdersAbout<'undo'> {
  return {
    'undo:parts': async ({ requestId }) => (await builds.of(requestId)?.parts(requestId)) ?? [],
    'undo:list': (query) => undo.list(query),
    'undo:preview': ({ requestId }) => undo.preview(requestId),
    'undo:run': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf(giver).name),
    'undo:run-unseen': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf(giver).name),
    'undo:runLast': (wanted, giver) => undo.runLast(wanted, personOf(giver).name),
  }
}
