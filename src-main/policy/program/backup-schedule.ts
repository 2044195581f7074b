/** Backup schedule: when a backup is due. Pure; in the time zone of this computer. */
import type { BackupSchedule } from '@shared/servers/java-server.js'

/** A backup that begins later than this was missed, and is made up for. */
const lateMs = 10 * 60_000

/** The last time of day of the schedule that is not after `now`. */
export function lastTimeOf({ at }: Pick<BackupSchedule, 'at'>, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const time = new Date(now)
  time.setHours(hours, minutes, 0, 0)
  // The day before by the calendar: a day may have 23 or 25 hours.
  if (time > now) time.setDate(time.getDate() - 1)
  return time
}

/**
 * The time for which a backup is due now; undefined when there is none.
 *
 * @param made when the last one was made or tried
 */
export function dueTime(schedule: BackupSchedule, now: Date, made: Date | undefined): Date | undefined {
  const due = lastTimeOf(schedule, now)
  const isBefore = (time: Date | undefined) => time !== undefined && time >= due
  return isBefore(new Date(schedule.since)) || isBefore(made) ? undefined : due
}

export const isLate = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > lateMs
