/** Time: ticks since the start of the world, 20 per second, unless the rule doDaylightCycle stops them. */

export const ticksADay = 24_000

/** Start time of a new world: the first minutes of day 51. */
const firstTick = 51 * ticksADay + 1_000

export type DayPhase = 'dawn' | 'day' | 'dusk' | 'night'

export class Time {
  readonly #age: () => number
  #fullTime = firstTick
  #since: number
  #running = true

  /** @param age ticks since the start, independent of the time of day */
  constructor(age: () => number) {
    this.#age = age
    this.#since = age()
  }

  get fullTime(): number {
    return this.#fullTime + (this.#running ? this.#age() - this.#since : 0)
  }

  set fullTime(ticks: number) {
    this.#fullTime = ticks
    this.#since = this.#age()
  }

  get timeOfDay(): number {
    return this.fullTime % ticksADay
  }

  /** Keeps the current day; 24000 means its beginning. */
  setTimeOfDay(ticks: number): { previousTime: number; time: number } {
    const previousTime = this.timeOfDay
    const time = ticks % ticksADay
    this.fullTime += time - previousTime
    return { previousTime, time }
  }

  setRunning(running: boolean): void {
    const now = this.fullTime
    this.#running = running
    this.fullTime = now
  }

  read() {
    const { fullTime, timeOfDay: time } = this
    return { time, fullTime, day: Math.floor(fullTime / ticksADay), phase: phaseOf(time) }
  }
}

export function phaseOf(time: number): DayPhase {
  if (time < 1_000 || time >= 23_000) return 'dawn'
  if (time < 12_000) return 'day'
  return time < 13_000 ? 'dusk' : 'night'
}
