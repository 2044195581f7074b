/** Time ago: how long something is past, in words of the language, to the minute. */
const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** For example `5 minutes ago`; what lies ahead, by a clock that was set back, is now. */
export const agoOf = (instant: string, now: number, language: string): string => {
  const past = Math.max(0, now - Date.parse(instant)) || 0
  const [unit, size] = units.find(([, milliseconds]) => past >= milliseconds) ?? (['minute', 60_000] as const)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(past / size), unit)
}
