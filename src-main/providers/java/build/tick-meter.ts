/** Tick meter: asks a server for the age of its world, which every version since 1.13 tells, and for its tick rate. */
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { isUnknownOutcome } from '../dialects/dialect.js'
import type { TickReading } from './build-pace.js'

/** Milliseconds between two readings, where an answer is quick. */
const everyMs = 1_000
/** A console that answers slowly is not asked more often than each tenth command. */
const everyCommands = 10
/** Milliseconds after which the tick rate is read again. */
const rateEveryMs = 30_000

export class TickMeter {
  readonly #abilities: Pick<JavaAbilities, 'dialect' | 'reads'>
  readonly #clock: Pick<Clock, 'elapsed'>
  #last = Number.NEGATIVE_INFINITY
  #latency = 0
  #commands = 0
  #target: { readonly rate: number; readonly at: number } | undefined

  constructor(abilities: Pick<JavaAbilities, 'dialect' | 'reads'>, clock: Pick<Clock, 'elapsed'>) {
    this.#abilities = abilities
    this.#clock = clock
  }

  sent(): void {
    this.#commands++
  }

  get isDue(): boolean {
    if (this.#clock.elapsed() - this.#last < everyMs) return false
    return this.#latency < everyMs / everyCommands || this.#commands >= everyCommands
  }

  /** @throws GatewayError when the server does not respond */
  async read(): Promise<TickReading> {
    const target = await this.#rate()
    const at = this.#clock.elapsed()
    const ticks = await this.#ticks()
    const latency = this.#clock.elapsed() - at
    this.#last = this.#clock.elapsed()
    this.#latency = latency
    this.#commands = 0
    return { at, latency, ...(ticks !== undefined && { ticks }), ...(target !== undefined && { target }) }
  }

  async #ticks(): Promise<number | undefined> {
    try {
      const { fields } = await this.#abilities.dialect.run('gameTime')
      const ticks = Number(fields.total)
      return Number.isSafeInteger(ticks) ? ticks : undefined
    } catch (thrown) {
      if (isUnknownOutcome(thrown)) return undefined
      throw thrown
    }
  }

  async #rate(): Promise<number | undefined> {
    const { dialect, reads } = this.#abilities
    if (!reads.has('tickQuery')) return undefined
    const now = this.#clock.elapsed()
    if (this.#target && now - this.#target.at < rateEveryMs) return this.#target.rate
    const { fields } = await dialect.run('tickQuery')
    const rate = Number(fields.rate)
    if (!(rate > 0)) return undefined
    this.#target = { rate, at: now }
    return rate
  }
}
