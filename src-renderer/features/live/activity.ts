/** Activity: the last hour at a glance, counted from the entries at hand. */
import type { LiveEntry } from '../../../src-main/contract/live.js'

const minute = 60_000
export const activityMinutes = 60

export interface ActivityMark {
  /** Place in the hour, 0 to 1. */
  readonly at: number
  readonly kind: 'call' | 'refused'
}

export interface Activity {
  /** Entries of each minute, oldest first. */
  readonly perMinute: readonly number[]
  /** At most one mark of a kind a minute. */
  readonly marks: readonly ActivityMark[]
  readonly calls: number
  readonly refused: number
}

/** @param now milliseconds since the epoch; the last minute ends there. */
export const activityOf = (entries: readonly LiveEntry[], now: number): Activity => {
  const perMinute = new Array<number>(activityMinutes).fill(0)
  const marked = new Map<string, ActivityMark>()
  let calls = 0
  let refused = 0
  for (const entry of entries) {
    const slot = activityMinutes - 1 - Math.floor((now - Date.parse(entry.at)) / minute)
    const count = perMinute[Math.min(slot, activityMinutes - 1)]
    if (count === undefined) continue
    const place = Math.min(slot, activityMinutes - 1)
    perMinute[place] = count + 1
    if (entry.kind !== 'call') continue
    calls += 1
    const kind = entry.result === 'denied' || entry.result === 'expired' ? 'refused' : 'call'
    if (kind === 'refused') refused += 1
    marked.set(`${place} ${kind}`, { at: (place + 0.5) / activityMinutes, kind })
  }
  return { perMinute, marks: [...marked.values()], calls, refused }
}

/** Each minute with a share of its neighbours, so that the line shows the evening and not each word. */
const calmed = (perMinute: readonly number[]): readonly number[] =>
  perMinute.map((count, index) => {
    const [before, after] = [perMinute[index - 1] ?? count, perMinute[index + 1] ?? count]
    return (before + 2 * count + after) / 4
  })

/** A smooth line through the minutes, for a drawing of the given size. */
export const activityLine = (perMinute: readonly number[], width: number, height: number): string => {
  const calm = calmed(calmed(perMinute))
  const top = Math.max(4, ...calm)
  const points = calm.map((count, index) => ({
    x: (index / (calm.length - 1)) * width,
    y: height - (Math.sqrt(count) / Math.sqrt(top)) * height,
  }))
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1]
      if (before === undefined) return `M${x.toFixed(1)} ${y.toFixed(1)}`
      const middle = ((before.x + x) / 2).toFixed(1)
      return `C${middle} ${before.y.toFixed(1)} ${middle} ${y.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join(' ')
}
