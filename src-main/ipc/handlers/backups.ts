/**
 * Backups, for the window: lists, creates, restores and deletes backups of a server whose folder is on this computer.
 *
 * Guards invariant 1: an order here uses the normal call path and is recorded as the person's.
 */
import type { BackupsView, ServerBackupsState } from '@shared/servers/java-server.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { Handlers } from '../answer.js'

export interface BackupHandlerParts {
  readonly orders: OwnerCommands
  /** @throws GatewayError when there is no such server */
  readonly backupsOf: (id: string) => {
    /** Undefined where the folder is not on this computer. */
    state(): Promise<ServerBackupsState | undefined>
    /** @param record called when there is such a backup, before it is removed. @throws GatewayError */
    remove(backup: string, record: () => void): Promise<void>
    cancel(): void
    /** @returns what takes it back */
    confirmStopped(backup: string): () => void
  }
}

/** Who orders at this computer, as the audit trail names them. */
const person = 'desktop'

/** A command continues even when the page closes. */
const lasting = (): AbortSignal => new AbortController().signal

type Topic = Extract<keyof Handlers, `backups:${string}`>

export function backupHandlers({ orders, backupsOf }: BackupHandlerParts): Pick<Handlers, Topic> {
  return {
    'backups:state': async ({ id }): Promise<BackupsView | null> => {
      const state = await backupsOf(id).state()
      if (!state) return null
      const mustType = orders.mustType('system.restore', id)
      return {
        ...state,
        offers: { backup: orders.isOffered('system.backup', id), restore: orders.isOffered('system.restore', id) },
        ...(mustType !== undefined && { mustType }),
      }
    },
    'backups:make': async ({ id, name }) => {
      // Only servers whose backups are ours are ordered about.
      backupsOf(id)
      const given = name === undefined ? {} : { name }
      await orders.run({ capabilityId: 'system.backup', server: id, arguments: given, signal: lasting() }, person)
    },
    'backups:restore': async ({ id, backup, confirmedStopped, typed }) => {
      const backups = backupsOf(id)
      const takeBack = confirmedStopped ? backups.confirmStopped(backup) : () => undefined
      const order = { capabilityId: 'system.restore', server: id, arguments: { backupId: backup } } as const
      try {
        await orders.run({ ...order, ...(typed !== undefined && { typed }), signal: lasting() }, person)
      } finally {
        takeBack()
      }
    },
    'backups:remove': async ({ id, backup }) => {
      await backupsOf(id).remove(backup, () => orders.recordRemoval(id, backup, person))
    },
    'backups:cancel': ({ id }) => {
      backupsOf(id).cancel()
    },
  }
}
