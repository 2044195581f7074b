/**
 * Server phase: reports each start and each stop of a server once, though the log and the management protocol both
 * tell of it.
 */
import { randomUUID } from 'node:crypto'
import type { Clock, ProviderEvent } from '../../../gateway/ports.js'

export type Phase = 'started' | 'stopping'

/** Milliseconds in which the same phase is the same start or stop: two sources never differ by as much. */
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
