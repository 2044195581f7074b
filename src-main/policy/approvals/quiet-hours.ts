/**
 * Quiet hours: when there are no notifications.
 *
 * They decide nothing: a request stays in the tray, and no answer still means denied (invariant 2).
 */
import { type QuietHours, type Weekday, weekdays } from '@shared/program/settings.js'

export interface LocalTime {
  readonly day: Weekday
  /** Minutes since midnight, 0 to 1439. */
  readonly minutes: number
}

/**
 * Whether quiet hours apply. Equal start and end mean the whole day. Quiet hours over midnight belong to the day they
 * start on.
 */
export function isQuiet({ enabled, from, until, days }: QuietHours, { day, minutes }: LocalTime): boolean {
  if (!enabled) return false
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  if (begin < end) return days.includes(day) && minutes >= begin && minutes < end
  return (days.includes(day) && minutes >= begin) || (days.includes(dayBefore(day)) && minutes < end)
}

/** In the time zone of this computer. */
export const localTimeOf = (moment: Date): LocalTime => ({
  day: weekdays[(moment.getDay() + 6) % 7] ?? 'mon',
  minutes: moment.getHours() * 60 + moment.getMinutes(),
})

const dayBefore = (day: Weekday): Weekday => weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
