/** Since text: when something was, as short as it is clear: the time today, the weekday this week, else the day. */
import { minuteTime } from './clock-time.js'

const dayMs = 86_400_000
const daysOfWeek = 6

/** @param now milliseconds since 1970 */
export function sinceText(instant: string, now: number, language: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  if (at.toDateString() === new Date(now).toDateString()) return minuteTime(instant)
  const isThisWeek = now - at.getTime() < daysOfWeek * dayMs && at.getTime() <= now
  return at.toLocaleDateString(language, isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long' })
}
