/**
 * Backup schedules: makes a backup of a server every day at the time that its owner chose, while the program runs.
 *
 * One that was missed, or lost with the connection, is made as soon as the server is connected. Guards invariant 1: a
 * scheduled backup is a call of the owner, and a removal is recorded. Only scheduled backups are removed for it.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { BackupSchedule, BackupScheduleState, BackupSummary } from '@shared/servers/java-server.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Registry } from '../../gateway/trust/registry.js'
import { dueTime, isLate } from '../../policy/program/backup-schedule.js'
import type { SettingsStore } from '../../storage/settings-store.js'

/** Milliseconds between two looks at the clock. */
const lookEveryMs = 30_000

/** How the audit trail names it. */
export const schedulePerson = 'schedule'

export interface ScheduledBackups {
  list(): readonly BackupSummary[]
  /** @throws GatewayError */
  remove(backup: string, record: () => void): Promise<void>
}

export interface BackupSchedulesDependencies {
  readonly settings: Pick<SettingsStore, 'get' | 'change'>
  readonly registry: Pick<Registry, 'link'>
  readonly ownerCommands: Pick<OwnerCommands, 'run' | 'isOffered' | 'recordRemoval'>
  /** @throws GatewayError when there is no such server */
  readonly backupsOf: (id: string) => ScheduledBackups
  readonly clock: Clock
  readonly log: Log
}

const isLoss = ({ code, details }: ContractError): boolean =>
  details?.why === 'backup-interrupted' || code === 'SYSTEM.SERVICE_UNAVAILABLE'

/** Milliseconds from one that the connection was lost in to the next. */
const afterLossMs = 5 * 60_000

interface Attempt {
  readonly began: Date
  /** The connection ended before the backup did. */
  readonly isLost?: boolean
  readonly last?: BackupScheduleState['last']
}

export class BackupSchedules {
  readonly #deps: BackupSchedulesDependencies
  /** The last attempt of this run, by server. */
  readonly #attempts = new Map<string, Attempt>()
  readonly #running = new Set<string>()
  readonly #onDidChange = new Emitter<string>()
  /** Called with the id of a server whose schedule made a backup, or failed. */
  readonly onDidChange = this.#onDidChange.on
  #cancel: () => void = () => {}

  constructor(deps: BackupSchedulesDependencies) {
    this.#deps = deps
  }

  start(): void {
    this.#cancel = this.#deps.clock.after(lookEveryMs, () => {
      this.look()
      this.start()
    })
  }

  stop(): void {
    this.#cancel()
  }

  /** Undefined while the schedule of this server is off. */
  stateOf(id: string): BackupScheduleState | undefined {
    const schedule = this.#deps.settings.get().backupSchedules[id]
    if (!schedule) return undefined
    const last = this.#attempts.get(id)?.last
    const due = this.#running.has(id) ? undefined : this.#dueOf(id, schedule)
    return {
      at: schedule.at,
      keep: schedule.keep,
      ...(last && { last }),
      ...(due && { waitsSince: due.toISOString() }),
    }
  }

  /** @param wanted null turns it off. @throws GatewayError when it cannot be saved, or there is no such server */
  set(id: string, wanted: Pick<BackupSchedule, 'at' | 'keep'> | null): void {
    const { settings, clock, backupsOf } = this.#deps
    backupsOf(id)
    const { [id]: _before, ...others } = settings.get().backupSchedules
    const schedule = wanted && { ...wanted, since: clock.now().toISOString() }
    const backupSchedules = schedule ? { ...others, [id]: schedule } : others
    if (!settings.change({ backupSchedules })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    this.#attempts.delete(id)
  }

  /** Makes every backup that is due now, where the server is connected. */
  look(): void {
    for (const [id, schedule] of Object.entries(this.#deps.settings.get().backupSchedules)) {
      const due = this.#running.has(id) ? undefined : this.#dueOf(id, schedule)
      if (due && this.#isReady(id)) void this.#make(id, schedule, due)
    }
  }

  #isReady(id: string): boolean {
    const state = this.#deps.registry.link(id)?.server.state
    return (state === 'online' || state === 'degraded') && this.#deps.ownerCommands.isOffered('system.backup', id)
  }

  #dueOf(id: string, schedule: BackupSchedule): Date | undefined {
    const newest = this.#scheduledOf(id)[0]
    const { began, isLost } = this.#attempts.get(id) ?? {}
    const isOver = isLost && began !== undefined && this.#deps.clock.now().getTime() - began.getTime() >= afterLossMs
    const times = [isOver ? undefined : began, newest && new Date(newest.at)].filter((time) => time !== undefined)
    const made = times.sort((one, other) => other.getTime() - one.getTime())[0]
    return dueTime(schedule, this.#deps.clock.now(), made)
  }

  /** Newest first; none of a server that was removed. */
  #scheduledOf(id: string): readonly BackupSummary[] {
    try {
      return this.#deps
        .backupsOf(id)
        .list()
        .filter(({ scheduled }) => scheduled)
    } catch {
      return []
    }
  }

  /** The owner may have changed or ended the schedule during a backup: what either number keeps is kept. */
  #excessOf(id: string, keep: number): readonly BackupSummary[] {
    const schedule = this.#deps.settings.get().backupSchedules[id]
    return schedule ? this.#scheduledOf(id).slice(Math.max(keep, schedule.keep)) : []
  }

  /** Never rejects. */
  async #make(id: string, { keep }: BackupSchedule, due: Date): Promise<void> {
    const { clock, ownerCommands, backupsOf, log } = this.#deps
    const began = clock.now()
    const about = { due: due.toISOString(), ...(isLate(due, began) && { late: true as const }) }
    this.#running.add(id)
    this.#attempts.set(id, { began })
    try {
      const order = { capabilityId: 'system.backup', server: id, arguments: {}, scheduled: true } as const
      await ownerCommands.run({ ...order, signal: new AbortController().signal }, schedulePerson)
      const backups = backupsOf(id)
      for (const old of this.#excessOf(id, keep))
        await backups.remove(old.id, () => ownerCommands.recordRemoval(id, old.id, schedulePerson))
      this.#attempts.set(id, { began, last: { ...about, at: clock.now().toISOString() } })
    } catch (thrown) {
      const error = asGatewayError(thrown).toContract()
      log.warn('a scheduled backup failed', { server: id, code: error.code })
      const last = { ...about, at: clock.now().toISOString(), error }
      this.#attempts.set(id, { began, isLost: isLoss(error), last })
    } finally {
      this.#running.delete(id)
      this.#onDidChange.emit(id)
    }
  }
}
