/**
 * Backups, for the window: list, make, restore and remove those of a server whose folder is on this computer.
 *
 * Guards invariant 1: what a person orders here takes the path of any call and stands in the trail as theirs.
 */
import type { BackupsView, ServerBackupsState } from '../../contract/java-server.js'
import type { Orders } from '../../gateway/orders.js'
import type { Handlers } from '../answer.js'

export interface BackupHandlerParts {
  readonly orders: Orders
  /** @throws GatewayError when there is no such server */
  readonly backupsOf: (id: string) => {
    /** Undefined where the folder is not on this computer. */
    state(): Promise<ServerBackupsState | undefined>
    /** @throws GatewayError */
    remove(backup: string): Promise<void>
    cancel(): void
    confirmStopped(): void
  }
}

/** Who orders at this desk, as the audit trail names them. */
const person = 'desktop'

/** An order that was given goes on, whatever becomes of the page. */
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
      const given = name === undefined ? {} : { name }
      await orders.run({ capabilityId: 'system.backup', server: id, arguments: given, signal: lasting() }, person)
    },
    'backups:restore': async ({ id, backup, confirmedStopped, typed }) => {
      if (confirmedStopped) backupsOf(id).confirmStopped()
      const order = { capabilityId: 'system.restore', server: id, arguments: { backupId: backup } } as const
      await orders.run({ ...order, ...(typed !== undefined && { typed }), signal: lasting() }, person)
    },
    'backups:remove': async ({ id, backup }) => {
      const backups = backupsOf(id)
      orders.recordRemoval(id, backup, person)
      await backups.remove(backup)
    },
    'backups:cancel': ({ id }) => {
      backupsOf(id).cancel()
    },
  }
}
