/**
 * Backups, for the window: lists, creates, restores and deletes backups of a server whose folder is on this computer.
 *
 * Guards invariant 1: a command from here uses the normal call path and is recorded as a call of the person.
 */
import type { BackupsView, ServerBackupsState } from '@shared/servers/java-server.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { Handlers } from '../request-handling.js'

export interface BackupHandlerDependencies {
  readonly ownerCommands: OwnerCommands
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

/** The person at this computer, as named in the audit trail. */
const person = 'desktop'

/** A signal that never aborts: a command continues even when the page closes. */
const neverAborted = (): AbortSignal => new AbortController().signal

type Topic = Extract<keyof Handlers, `backups:${string}`>

export function backupHandlers({ ownerCommands, backupsOf }: BackupHandlerDependencies): Pick<Handlers, Topic> {
  return {
    'backups:state': async ({ id }): Promise<BackupsView | null> => {
      const state = await backupsOf(id).state()
      if (!state) return null
      const mustType = ownerCommands.mustType('system.restore', id)
      return {
        ...state,
        offers: {
          backup: ownerCommands.isOffered('system.backup', id),
          restore: ownerCommands.isOffered('system.restore', id),
        },
        ...(mustType !== undefined && { mustType }),
      }
    },
    'backups:make': async ({ id, name }) => {
      // Throws for servers without backups of Gatehouse.
      backupsOf(id)
      const given = name === undefined ? {} : { name }
      await ownerCommands.run(
        { capabilityId: 'system.backup', server: id, arguments: given, signal: neverAborted() },
        person,
      )
    },
    'backups:restore': async ({ id, backup, confirmedStopped, typed }) => {
      const backups = backupsOf(id)
      const takeBack = confirmedStopped ? backups.confirmStopped(backup) : () => undefined
      const order = { capabilityId: 'system.restore', server: id, arguments: { backupId: backup } } as const
      try {
        await ownerCommands.run({ ...order, ...(typed !== undefined && { typed }), signal: neverAborted() }, person)
      } finally {
        takeBack()
      }
    },
    'backups:remove': async ({ id, backup }) => {
      await backupsOf(id).remove(backup, () => ownerCommands.recordRemoval(id, backup, person))
    },
    'backups:cancel': ({ id }) => {
      backupsOf(id).cancel()
    },
  }
}
