/** Relative time: the time since or until a moment, to the minute, in the language of the screen. */
const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const wordsOf = (distance: number, sign: 1 | -1, language: string): string => {
  const [unit, size] = units.find(([, milliseconds]) => distance >= milliseconds) ?? (['minute', 60_000] as const)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    sign * Math.floor(distance / size),
    unit,
  )
  // As on every screen, a number is separated from the Chinese text around it.
  return words.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ').replace(/(?<=\p{Script=Han})(\d)/gu, ' $1')
}

/** For example `5 minutes ago`; a future time, after the clock was set back, is now. */
export const agoOf = (instant: string, now: number, language: string): string =>
  wordsOf(Math.max(0, now - Date.parse(instant)) || 0, -1, language)

/** For example `in 5 minutes`; what is past is now. */
export const untilOf = (instant: string, now: number, language: string): string =>
  wordsOf(Math.max(0, Date.parse(instant) - now) || 0, 1, language)
