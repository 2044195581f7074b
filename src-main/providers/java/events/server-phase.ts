/**
 * Server phase: reports each start and stop of a server once, although both the log and the management protocol report
 * it.
 */
import { randomUUID } from 'node:crypto'
import type { ProviderEvent } from '../../../gateway/ports/provider.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { javaCapabilities } from '../capabilities/index.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'

export type Phase = 'started' | 'stopping'

/** Reports of the same phase within these milliseconds are one event: two sources never differ by that much. */
const sameWithinMs = 10_000

export class ServerPhase {
  readonly #report: (event: ProviderEvent) => void
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>
  #last: { readonly phase: Phase; readonly at: number } | undefined

  constructor(report: (event: ProviderEvent) => void, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#report = report
    this.#clock = clock
  }

  reached(phase: Phase): void {
    const last = this.#last
    const elapsed = this.#clock.elapsed()
    if (last?.phase === phase && elapsed - last.at < sameWithinMs) return
    this.#last = { phase, at: elapsed }
    const at = this.#clock.now().toISOString()
    this.#report({ id: randomUUID(), eventId: `ext.java.server.${phase}`, at, data: { timestamp: at } })
  }
}

/** Ticks per second below which a server counts as slow. */
const slowTps = 15

/** Reads the ticks per second of a server, and reports when it becomes slow and when it recovers. */
export class TickHealth {
  readonly #report: (event: ProviderEvent) => void
  readonly #clock: Pick<Clock, 'now'>
  #isSlow = false

  constructor(report: (event: ProviderEvent) => void, clock: Pick<Clock, 'now'>) {
    this.#report = report
    this.#clock = clock
  }

  /** Without a number where the console does not report it. @throws GatewayError when the server did not respond */
  async read(
    abilities: JavaAbilities,
    signal: AbortSignal,
  ): Promise<{ readonly healthy: boolean; readonly tps?: number }> {
    if (!abilities.reads.has('tickQuery')) return { healthy: true }
    const read = await javaCapabilities.get('world.tps.get')?.run({ given: {}, signal }, abilities)
    const tps = Number(read?.tps)
    const healthy = tps >= slowTps
    if (healthy === this.#isSlow) {
      this.#isSlow = !healthy
      const at = this.#clock.now().toISOString()
      this.#report({ id: randomUUID(), eventId: 'world.tick.health', at, data: { tps, healthy, timestamp: at } })
    }
    return { healthy, tps }
  }
}
