/**
 * Server phase: reports each start and stop of a server once, although both the log and the management protocol report
 * it.
 */
import { randomUUID } from 'node:crypto'
import type { ProviderEvent } from '../../../gateway/ports/provider.js'
import type { Clock } from '../../../gateway/ports/runtime.js'

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
