/**
 * Build pace: how many blocks a second a server takes without falling behind. Pure: it is given every time.
 *
 * Slower as soon as ticks are late, none at all under 15 ticks a second until the server has recovered, and never more
 * than one full `fill` a tick. A server that does not tick because nobody is online is not slow.
 */

/** Ticks a second of a healthy server. */
const wholeTps = 20
/** Below this nothing is set. */
const stopTps = 15
/** Below this it gets slower, from here on again faster. */
const easyTps = 18
/** Readings in a row from which a server counts as too slow, or as recovered: one alone may be a moment of this computer. */
const certainAfter = 2
const maxRate = 32_768 * wholeTps
const minRate = 1_024
const firstRate = 4_096 * wholeTps
/** Milliseconds that commands may run ahead of the rate. */
const aheadMs = 250
/** Milliseconds within which a server that does not tick answers. */
const promptMs = 500

export interface TickReading {
  /** Age of the world in ticks; absent when the server does not tell. */
  readonly ticks?: number
  /** Milliseconds: when it was asked, and how long the answer took. */
  readonly at: number
  readonly latency: number
  /** Ticks a second that the owner set; 20 when absent. */
  readonly target?: number
}

export class BuildPace {
  #rate = firstRate
  #last: TickReading | undefined
  #freeAt = 0
  #tps: number | undefined
  #good = 0
  #bad = 0
  #isStopped = false

  /** Ticks a second, of 20; undefined while unknown. */
  get tps(): number | undefined {
    return this.#tps
  }

  /** Nothing may be set now. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Blocks a second. */
  get rate(): number {
    return this.#rate
  }

  /** Milliseconds to wait before the next command. @param now in milliseconds */
  waitMs(now: number): number {
    return Math.max(0, this.#freeAt - aheadMs - now)
  }

  /** A command was sent that sets this many blocks at most. */
  spent(blocks: number, now: number): void {
    this.#freeAt = Math.max(now, this.#freeAt) + (blocks * 1_000) / this.#rate
  }

  read(reading: TickReading): void {
    const last = this.#last
    this.#last = reading
    if (!last) return
    const tps = tpsBetween(last, reading)
    if (tps === undefined) return
    this.#tps = tps
    this.#good = tps >= easyTps ? this.#good + 1 : 0
    this.#bad = tps < stopTps ? this.#bad + 1 : 0
    if (this.#bad >= certainAfter) this.#isStopped = true
    else if (this.#good >= certainAfter) this.#isStopped = false
    if (tps < easyTps) this.#rate = Math.max(minRate, this.#rate / 2)
    else if (!this.#isStopped) this.#rate = Math.min(maxRate, this.#rate * 1.5)
  }

  /** Time passed in which nothing was measured: the next reading has no previous one. */
  forget(): void {
    this.#last = undefined
  }
}

/** Undefined when they show nothing. */
function tpsBetween(last: TickReading, { ticks, at, latency, target = wholeTps }: TickReading): number | undefined {
  const seconds = (at + latency / 2 - last.at - last.latency / 2) / 1_000
  if (seconds <= 0) return undefined
  if (ticks === undefined || last.ticks === undefined) return latency < 1_000 ? wholeTps : stopTps - 1
  const passed = ticks - last.ticks
  // Paused, since nobody is online, or frozen by its owner.
  if (passed <= 0) return latency < promptMs ? undefined : 0
  return Math.min(wholeTps, ((passed / seconds) * wholeTps) / Math.max(1, target))
}
