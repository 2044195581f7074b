/**
 * Time of day: Minecraft's ticks as words and as a clock.
 *
 * A day has 24,000 ticks; tick 0 is sunrise, 06:00. 1000 is day, 6000 noon, 12000 dusk, 13000 night, 18000 midnight, 23000 dawn.
 */
export const ticksPerDay = 24_000

export type TimeOfDay = 'dawn' | 'day' | 'noon' | 'dusk' | 'night' | 'midnight'

/** Where each stretch begins; noon and midnight reach half an hour to both sides. */
const stretches: readonly (readonly [from: number, word: TimeOfDay])[] = [
  [0, 'dawn'],
  [1_000, 'day'],
  [5_500, 'noon'],
  [6_500, 'day'],
  [12_000, 'dusk'],
  [13_000, 'night'],
  [17_500, 'midnight'],
  [18_500, 'night'],
  [23_000, 'dawn'],
]

/** The names that `/time set` accepts. */
const namedTicks: ReadonlyMap<unknown, number> = new Map([
  ['dawn', 23_000],
  ['day', 1_000],
  ['noon', 6_000],
  ['dusk', 12_000],
  ['night', 13_000],
  ['midnight', 18_000],
])

/** Ticks of a time argument: 0 to 24,000, or one of the words. Anything else has none. */
export const ticksOf = (time: unknown): number | undefined => {
  if (typeof time !== 'number') return namedTicks.get(time)
  return Number.isInteger(time) && time >= 0 && time <= ticksPerDay ? time : undefined
}

/** The word for a tick of the day; ticks beyond a day wrap. */
export const timeOfDay = (ticks: number): TimeOfDay => {
  const tick = ((ticks % ticksPerDay) + ticksPerDay) % ticksPerDay
  return stretches.findLast(([from]) => from <= tick)?.[1] ?? 'dawn'
}

/** The clock time, `06:00` at tick 0. */
export const clockOf = (ticks: number): string => {
  const minutes = Math.floor(((((ticks % ticksPerDay) + ticksPerDay) % ticksPerDay) * 60) / 1_000 + 360) % 1_440
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
