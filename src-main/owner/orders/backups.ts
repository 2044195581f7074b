/**
 * Orders about backups: those that Gatehouse makes, and those that the host of a server makes itself.
 *
 * Guards invariant 1: a backup uses the normal call path and is recorded as a call of the person. An order to a host is
 * recorded before it is given. Guards invariant 2: putting back the whole server is critical, so its name is typed.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import type { BackupsView, ServerBackupsState } from '@shared/servers/java-server.js'
import type { PowerOrder, PowerResult } from '@shared/servers/server-way.js'
import { hostBackupIds, type OwnerCommands } from '../../gateway/owner-commands.js'
import { backupProblems } from '../../providers/java/backup/backup-problems.js'
import type { HostBackups } from '../../providers/java/ports.js'
import type { BackupSchedules } from '../servers/backup-schedules.js'
import type { Giver, OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface BackupOrdersDependencies {
  readonly ownerCommands: OwnerCommands
  readonly schedules: Pick<BackupSchedules, 'stateOf' | 'set'>
  /** @throws GatewayError when there is no such server */
  readonly backupsOf: (id: string) => {
    /** Undefined until its files were read once. */
    state(): Promise<ServerBackupsState | undefined>
    /** @param record called before an existing backup is removed. @throws GatewayError */
    remove(backup: string, record: () => void): Promise<void>
    cancel(): void
    pause(): void
    /** @throws GatewayError */
    discard(): Promise<void>
    /** @returns a function that reverts the confirmation */
    confirmStopped(backup: string): () => void
  }
  /** Undefined where its host makes none. @throws GatewayError when there is no such server */
  readonly hostBackupsOf: (id: string) => HostBackups | undefined
  /** Has a server started or stopped, and recorded. Rejects with a GatewayError. */
  readonly orderPower: (
    order: { readonly id: string; readonly order: PowerOrder; readonly players?: number },
    giver: Giver,
  ) => Promise<PowerResult>
  readonly clock: { now(): Date }
}

/** A signal that never aborts: a command continues even when the page closes. */
const neverAborted = (): AbortSignal => new AbortController().signal

export function backupOrders({
  ownerCommands,
  schedules,
  backupsOf,
  hostBackupsOf,
  orderPower,
  clock,
}: BackupOrdersDependencies): OrdersAbout<'backups'> {
  const atHost = (id: string): HostBackups => {
    const backups = hostBackupsOf(id)
    if (!backups) throw backupProblems.noHostBackups()
    return backups
  }
  /** What is typed before a restore; undefined when nothing need be. */
  const mustType = (id: string) => ownerCommands.mustType('system.restore', id)
  return {
    'backups:list': async ({ id }): Promise<BackupsView | null> => {
      const state = await backupsOf(id).state()
      if (!state) return null
      const typed = mustType(id)
      const schedule = schedules.stateOf(id)
      return {
        ...state,
        offers: {
          backup: ownerCommands.isOffered('system.backup', id),
          restore: ownerCommands.isOffered('system.restore', id),
        },
        ...(hostBackupsOf(id) && { hostBackups: { mustType: ownerCommands.hostRestoreText(id) } }),
        ...(typed !== undefined && { mustType: typed }),
        ...(schedule && { schedule }),
      }
    },
    'backups:make': async ({ id, name }, giver) => {
      // Throws for servers without backups of Gatehouse.
      backupsOf(id)
      const given = name === undefined ? {} : { name }
      await ownerCommands.run(
        { capabilityId: 'system.backup', server: id, arguments: given, signal: neverAborted() },
        personOf(giver).name,
      )
    },
    'backups:restore': async ({ id, backup, confirmedStopped, typed, stopFirst }, giver) => {
      const backups = backupsOf(id)
      const order = { capabilityId: 'system.restore', server: id, arguments: { backupId: backup } } as const
      // Before the server is stopped for nothing.
      const name = mustType(id)
      if (stopFirst && name !== undefined && !isSubjectTyped(typed, name)) throw notTyped()
      const stop = { id, order: 'stop' as const, ...(stopFirst && { players: stopFirst.players }) }
      const stopped = stopFirst && (await orderPower(stop, giver)).outcome
      if (stopped === 'sent') throw backupProblems.stopping()
      // What was stopped before, somebody wants stopped.
      const wasStopped = stopped === 'done'
      const takeBack = confirmedStopped || stopFirst ? backups.confirmStopped(backup) : () => undefined
      try {
        await ownerCommands.run(
          { ...order, ...(typed !== undefined && { typed }), signal: neverAborted() },
          personOf(giver).name,
        )
      } catch (error) {
        // A server must not start between two renames, which may continue after their call ended: it would make a new world.
        const state = await backups.state()
        const mayRename = state?.isUnfinished || state?.running?.kind === 'restore'
        if (wasStopped && !mayRename) await orderPower({ id, order: 'start' }, giver).catch(() => undefined)
        throw error
      } finally {
        takeBack()
      }
      if (!wasStopped) return
      await orderPower({ id, order: 'start' }, giver).catch((cause) => {
        throw backupProblems.notStarted(cause)
      })
    },
    'backups:remove': async ({ id, backup }, giver) => {
      await backupsOf(id).remove(backup, () => ownerCommands.recordRemoval(id, backup, personOf(giver).name))
    },
    'backups:schedule': ({ id, schedule }) => schedules.set(id, schedule),
    'backups:cancel': ({ id }) => {
      backupsOf(id).cancel()
    },
    'backups:pause': ({ id }) => {
      backupsOf(id).pause()
    },
    'backups:discard': ({ id }) => backupsOf(id).discard(),
    'backups:host-list': ({ id }) => atHost(id).list(),
    'backups:host-make': async ({ id }, giver) => {
      const backups = atHost(id)
      const name = `Gatehouse ${clock.now().toISOString().slice(0, 16).replace('T', ' ')}`
      const order = { server: id, capabilityId: hostBackupIds.make, request: { name } }
      await ownerCommands.runAtHost(order, personOf(giver).name, async () => {
        const made = await backups.make(name)
        return { result: made, response: { outcome: 'done', backup: made.id, bytes: made.bytes } }
      })
    },
    'backups:host-restore': async ({ id, backup, typed }, giver) => {
      const backups = atHost(id)
      if (!ownerCommands.isHostRestoreForOne()) throw backupProblems.needsSecond()
      if (!isSubjectTyped(typed, ownerCommands.hostRestoreText(id))) throw notTyped()
      const order = { server: id, capabilityId: hostBackupIds.restore, request: { backup } }
      await ownerCommands.runAtHost(order, personOf(giver).name, async () => {
        await backups.restore(backup)
        // A host ends a restore that failed in the same way.
        return { result: undefined, response: { outcome: 'unknown' } }
      })
    },
  }
}

const notTyped = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Putting a backup back needs the name of the server typed.',
    suggestion: 'Type the name as it is shown.',
  })
