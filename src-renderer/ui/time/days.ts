/** Days: a day of the calendar, `2026-01-19`, as fields hold it and as people read it. */
const two = (part: number): string => String(part).padStart(2, '0')

/** The local day of an instant; empty for none. */
export const dayOf = (instant: string | number | Date): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** When it begins on that clock; undefined for a day that does not exist. */
export const dateOf = (day: string): Date | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const at = new Date(2000, 0, 1)
  at.setFullYear(year, month - 1, date)
  return dayOf(at) === day ? at : undefined
}

/** In the format of the language; empty for an invalid day. */
export const writeDay = (day: string, language: string): string =>
  dateOf(day)?.toLocaleDateString(language, { dateStyle: 'medium' }) ?? ''
