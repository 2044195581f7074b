/**
 * Orders about what happened: live entries, the audit trail, undo, and backups.
 *
 * Guards invariant 1: a backup uses the normal call path and is recorded as a call of the person. Guards invariant 7: a
 * system dialog selects the file of an export.
 */

import type { BackupsView, ServerBackupsState } from '@shared/servers/java-server.js'
import type { AuditFormat } from '@shared/trail/audit.js'
import type { Gateway } from '../../gateway/gateway.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { Undo } from '../../gateway/undo/undo.js'
import type { AuditService } from '../../storage/audit-service.js'
import type { BackupSchedules } from '../servers/backup-schedules.js'
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

export function undoOrders(undo: Pick<Undo, 'list' | 'preview' | 'run' | 'runLast'>): OrdersAbout<'undo'> {
  return {
    'undo:list': (query) => undo.list(query),
    'undo:preview': ({ requestId }) => undo.preview(requestId),
    'undo:run': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf[giver].name),
    'undo:run-unseen': ({ requestId, ...order }, giver) => undo.run(requestId, order, personOf[giver].name),
    'undo:runLast': (wanted, giver) => undo.runLast(wanted, personOf[giver].name),
  }
}

export interface BackupOrdersDependencies {
  readonly ownerCommands: OwnerCommands
  readonly schedules: Pick<BackupSchedules, 'stateOf' | 'set'>
  /** @throws GatewayError when there is no such server */
  readonly backupsOf: (id: string) => {
    /** Undefined when the folder is not on this computer. */
    state(): Promise<ServerBackupsState | undefined>
    /** @param record called before an existing backup is removed. @throws GatewayError */
    remove(backup: string, record: () => void): Promise<void>
    cancel(): void
    /** @returns a function that reverts the confirmation */
    confirmStopped(backup: string): () => void
  }
}

/** A signal that never aborts: a command continues even when the page closes. */
const neverAborted = (): AbortSignal => new AbortController().signal

export function backupOrders({
  ownerCommands,
  schedules,
  backupsOf,
}: BackupOrdersDependencies): OrdersAbout<'backups'> {
  return {
    'backups:state': async ({ id }): Promise<BackupsView | null> => {
      const state = await backupsOf(id).state()
      if (!state) return null
      const mustType = ownerCommands.mustType('system.restore', id)
      const schedule = schedules.stateOf(id)
      return {
        ...state,
        offers: {
          backup: ownerCommands.isOffered('system.backup', id),
          restore: ownerCommands.isOffered('system.restore', id),
        },
        ...(mustType !== undefined && { mustType }),
        ...(schedule && { schedule }),
      }
    },
    'backups:make': async ({ id, name }, giver) => {
      // Throws for servers without backups of Gatehouse.
      backupsOf(id)
      const given = name === undefined ? {} : { name }
      await ownerCommands.run(
        { capabilityId: 'system.backup', server: id, arguments: given, signal: neverAborted() },
        personOf[giver].name,
      )
    },
    'backups:restore': async ({ id, backup, confirmedStopped, typed }, giver) => {
      const backups = backupsOf(id)
      const takeBack = confirmedStopped ? backups.confirmStopped(backup) : () => undefined
      const order = { capabilityId: 'system.restore', server: id, arguments: { backupId: backup } } as const
      try {
        await ownerCommands.run(
          { ...order, ...(typed !== undefined && { typed }), signal: neverAborted() },
          personOf[giver].name,
        )
      } finally {
        takeBack()
      }
    },
    'backups:remove': async ({ id, backup }, giver) => {
      await backupsOf(id).remove(backup, () => ownerCommands.recordRemoval(id, backup, personOf[giver].name))
    },
    'backups:schedule': ({ id, schedule }) => schedules.set(id, schedule),
    'backups:cancel': ({ id }) => {
      backupsOf(id).cancel()
    },
  }
}
