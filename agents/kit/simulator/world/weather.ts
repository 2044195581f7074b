/** Weather: changes between clear, rain and thunder, unless the rule doWeatherCycle stops it. */
import { between, type Random } from '../mulberry32.js'

export const weathers = ['clear', 'rain', 'thunder'] as const
export type Weather = (typeof weathers)[number]

/** Minimum and maximum duration of each in ticks, as in the game. */
const lengths: Readonly<Record<Weather, readonly [number, number]>> = {
  clear: [12_000, 180_000],
  rain: [12_000, 24_000],
  thunder: [3_600, 15_600],
}

/** Probability that rain is a thunderstorm. */
const thunderChance = 0.25

export interface WeatherState {
  readonly weather: Weather
  readonly remainingTicks: number
}

export class SimulatedWeather {
  readonly #age: () => number
  readonly #random: Random
  #weather: Weather = 'clear'
  #remaining: number
  #since: number
  #running = true

  constructor(age: () => number, random: Random) {
    this.#age = age
    this.#random = random
    this.#since = age()
    this.#remaining = this.#lengthOf('clear')
  }

  read(): WeatherState {
    this.#catchUp()
    return { weather: this.#weather, remainingTicks: this.#remaining }
  }

  /** @param ticks until it changes; random when omitted */
  set(weather: Weather, ticks = this.#lengthOf(weather)): { previousWeather: Weather; weather: Weather } {
    const { weather: previousWeather } = this.read()
    this.restore({ weather, remainingTicks: ticks })
    return { previousWeather, weather }
  }

  setRunning(running: boolean): void {
    this.#catchUp()
    this.#running = running
  }

  restore({ weather, remainingTicks }: WeatherState): void {
    this.#weather = weather
    this.#remaining = remainingTicks
    this.#since = this.#age()
  }

  /** Evaluated lazily: each read applies the time that has passed. */
  #catchUp(): void {
    let passed = this.#running ? this.#age() - this.#since : 0
    this.#since = this.#age()
    while (passed >= this.#remaining) {
      passed -= this.#remaining
      this.#weather = this.#next()
      this.#remaining = this.#lengthOf(this.#weather)
    }
    this.#remaining -= passed
  }

  #next(): Weather {
    if (this.#weather !== 'clear') return 'clear'
    return this.#random() < thunderChance ? 'thunder' : 'rain'
  }

  #lengthOf(weather: Weather): number {
    return between(this.#random, ...lengths[weather])
  }
}
