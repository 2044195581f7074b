/** Clock time: when, in the time zone of the reader. Every time in the window is written here, with 24 hours. */
const two = (part: number): string => String(part).padStart(2, '0')

/** `12:04:31`; dashes for an invalid instant. */
export const clockTime = (instant: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return '--:--:--'
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `12:04`; dashes for an invalid instant. */
export const minuteTime = (instant: string): string => clockTime(instant).slice(0, 5)

const written = (instant: string, language: string, style: Intl.DateTimeFormatOptions): string => {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? instant : at.toLocaleString(language, { ...style, hourCycle: 'h23' })
}

/** `Monday, January 19, 2026 at 12:04:31`. */
export const fullTime = (instant: string, language: string): string =>
  written(instant, language, { dateStyle: 'full', timeStyle: 'medium' })

/** `Jan 19, 2026, 12:04`. */
export const dayAndTime = (instant: string, language: string): string =>
  written(instant, language, { dateStyle: 'medium', timeStyle: 'short' })

/** `14:20` for an instant of today, with the day for any other. @param now milliseconds since 1970 */
export const endTime = (instant: string, now: number, language: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const isToday = at.toDateString() === new Date(now).toDateString()
  const time = minuteTime(instant)
  return isToday ? time : `${at.toLocaleDateString(language, { day: 'numeric', month: 'long' })} ${time}`
}
