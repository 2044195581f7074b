/** Hour lines: the figures of an hour as lines to draw. */
import type { LastHour, MinuteFigures } from '@shared/trail/live.js'

/** Ticks a second of a server that keeps up. */
const wholeTps = 20

/** Minimum number of minutes for a chart. */
const leastMinutes = 10

/** Without the minutes in which Gatehouse did not run. The newest stays: it is running now. */
export const knownMinutes = (hour: LastHour): LastHour =>
  hour.unknown === 0
    ? hour
    : { ...hour, minutes: hour.minutes.slice(Math.min(hour.unknown, hour.minutes.length - 1)), unknown: 0 }

export const canDraw = ({ minutes }: LastHour): boolean => minutes.length >= leastMinutes

export interface Totals {
  readonly calls: number
  readonly refused: number
  readonly events: number
  /** From the newest minute that has them. */
  readonly players?: number
  readonly tps?: number
}

export const totalsOf = ({ minutes }: LastHour): Totals => {
  const sum = (of: 'calls' | 'refused' | 'events') => minutes.reduce((all, minute) => all + minute[of], 0)
  // The newest minute may not have arrived yet; an offline server has no entry in any.
  const recent = minutes.slice(-2)
  const players = recent.findLast((minute) => minute.players !== undefined)?.players
  const tps = recent.findLast((minute) => minute.tps !== undefined)?.tps
  return {
    calls: sum('calls'),
    refused: sum('refused'),
    events: sum('events'),
    ...(players !== undefined && { players }),
    ...(tps !== undefined && { tps }),
  }
}

/** What the area shows: players where a server reports them, otherwise the number of events. */
export const shownAs = ({ minutes }: LastHour): 'players' | 'events' =>
  minutes.some(({ players }) => players !== undefined) ? 'players' : 'events'

interface Point {
  readonly x: number
  readonly y: number
}

/** Runs of minutes that have a value; where there is none, the line stops. */
const runsOf = (values: readonly (number | undefined)[], top: number, width: number, height: number): Point[][] => {
  const runs: Point[][] = []
  values.forEach((value, index) => {
    if (value === undefined) return
    const point = {
      x: (index / (values.length - 1)) * width,
      y: height - (Math.min(value, top) / top) * height,
    }
    if (index > 0 && values[index - 1] !== undefined) runs.at(-1)?.push(point)
    else runs.push([point])
  })
  return runs
}

const pathOf = (run: readonly Point[]): string =>
  run
    .map(({ x, y }, index) => {
      const before = run[index - 1]
      if (before === undefined) return `M${x.toFixed(1)} ${y.toFixed(1)}`
      const middle = ((before.x + x) / 2).toFixed(1)
      return `C${middle} ${before.y.toFixed(1)} ${middle} ${y.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join(' ')

export interface HourLines {
  readonly line: string
  /** The same, closed at the bottom. */
  readonly ground: string
  readonly tps: string
}

export const hourLines = (hour: LastHour, width: number, height: number, base: number): HourLines => {
  const as = shownAs(hour)
  const values = hour.minutes.map((minute, index) => (index < hour.unknown ? undefined : minute[as]))
  const top = Math.max(4, ...values.map((value) => value ?? 0)) * 1.15
  const runs = runsOf(values, top, width, height)
  const tps = runsOf(
    hour.minutes.map((minute) => minute.tps),
    wholeTps * 1.1,
    width,
    height,
  )
  return {
    line: runs.map(pathOf).join(' '),
    ground: runs.map((run) => `${pathOf(run)} V${base} H${(run[0]?.x ?? 0).toFixed(1)} z`).join(' '),
    tps: tps.map(pathOf).join(' '),
  }
}

/** The minute at a horizontal position of the chart, 0 to 1. */
export const minuteAt = (place: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(place * (count - 1))))

export const startOf = ({ until, minutes }: LastHour, index: number): string =>
  new Date(Date.parse(until) - (minutes.length - 1 - index) * 60_000).toISOString()

export const isQuiet = ({ calls, refused, events, players }: MinuteFigures): boolean =>
  calls === 0 && refused === 0 && events === 0 && players === undefined
