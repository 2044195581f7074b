/** Elapsed time: a duration as catalogue keys with values, in its two largest units. */
export interface DurationText {
  readonly key: string
  readonly values: Readonly<Record<string, number>>
}

export const durationTextOf = (milliseconds: number): DurationText => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000)) || 0
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)]
  if (days > 0) return { key: 'serverCare.lasting.days', values: { days, hours: hours % 24 } }
  if (hours > 0) return { key: 'serverCare.lasting.hours', values: { hours, minutes: minutes % 60 } }
  if (minutes > 0) return { key: 'serverCare.lasting.minutes', values: { minutes } }
  return { key: 'serverCare.lasting.seconds', values: { seconds } }
}
