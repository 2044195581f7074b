/** Rough time: how long something takes, as people say it: "less than a minute", "2 min", "3 h". */

type Words = readonly [key: string, values: { readonly count: number }]

export const roughTime = (seconds: number): Words => {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return ['building.time.short', { count: 1 }]
  return minutes < 100
    ? ['building.time.minutes', { count: minutes }]
    : ['building.time.hours', { count: Math.round(minutes / 60) }]
}
