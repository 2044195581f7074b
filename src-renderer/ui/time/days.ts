/** Days: a day of the calendar, `2026-01-19`, as people type it and as they read it. */
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

/** Its name in the language, in small letters; 1 to 12. */
const monthsIn = (language: string): readonly string[] => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long' })
  return Array.from({ length: 12 }, (_each, month) => format(new Date(2026, month, 1)).toLowerCase())
}

/** The year first: the one order that means the same everywhere. */
const inFigures = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号號]?$/u
/** `Jan 19, 2026` and `19 January 2026`. */
const inWords = /^(?:(\d{1,2})\.?\s+)?(\p{L}{3,})\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})$/u

const joined = (year: string, month: number | string, date: string): string | undefined => {
  const day = `${year}-${two(Number(month))}-${two(Number(date))}`
  return dateOf(day) && day
}

/** The day that was typed: the year first, or the month in words; undefined for an ambiguous or invalid text. */
export const readDay = (typed: string): string | undefined => {
  const text = typed.normalize('NFKC').trim()
  const [, year, month, date] = inFigures.exec(text) ?? []
  if (year !== undefined && month !== undefined && date !== undefined) return joined(year, month, date)
  const [, before, word, after, ofYear] = inWords.exec(text) ?? []
  const named = word === undefined ? -1 : monthsIn('en').findIndex((name) => name.startsWith(word.toLowerCase()))
  const only = before ?? after
  if (named < 0 || ofYear === undefined || only === undefined || (before !== undefined && after !== undefined)) {
    return undefined
  }
  return joined(ofYear, named + 1, only)
}
