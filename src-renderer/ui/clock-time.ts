/** Clock time: when, on the clock of the person who looks. */
const two = (part: number): string => String(part).padStart(2, '0')

/** `12:04:31`; dashes for an instant that is none. */
export const clockTime = (instant: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return '--:--:--'
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

export const fullTime = (instant: string, language: string): string => {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? instant : at.toLocaleString(language, { dateStyle: 'full', timeStyle: 'medium' })
}

/** `14:20` for an instant of today, with the day for any other. @param now milliseconds since 1970 */
export const endTime = (instant: string, now: number, language: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const isToday = at.toDateString() === new Date(now).toDateString()
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return isToday ? time : `${at.toLocaleDateString(language, { day: 'numeric', month: 'long' })} ${time}`
}
