/**
 * Delivery: how many records wait, were accepted, and were lost.
 *
 * Guards the memory and the time of calls: what is beyond the queue is dropped and counted, never waited for.
 */
import type { TelemetryProblem } from '@shared/program/telemetry.js'
import { Emitter } from '../gateway/ports/emitter.js'

/** Spans and log records each that wait for the collector, including those that are being sent. */
export const maxQueued = 4_096

export const signals = ['traces', 'logs', 'metrics'] as const
export type Signal = (typeof signals)[number]

export class Delivery {
  readonly #queued: Record<Signal, number> = { traces: 0, logs: 0, metrics: 0 }
  readonly #dropped: Record<Signal, number> = { traces: 0, logs: 0, metrics: 0 }
  #sent = 0
  readonly #problems = new Map<Signal, TelemetryProblem>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  get counts(): { readonly sent: number; readonly dropped: number; readonly problem?: TelemetryProblem } {
    const dropped = signals.reduce((sum, signal) => sum + this.#dropped[signal], 0)
    const [problem] = this.#problems.values()
    return { sent: this.#sent, dropped, ...(problem && { problem }) }
  }

  droppedOf(signal: Signal): number {
    return this.#dropped[signal]
  }

  /** Whether there is room for so many records, which wait from now on. All or none. */
  admit(signal: Signal, count: number): boolean {
    const hasRoom = this.#queued[signal] + count <= maxQueued
    if (hasRoom) this.#queued[signal] += count
    else this.#drop(signal, count)
    return hasRoom
  }

  /** A batch ended. @param rejected records of an accepted batch that the collector did not take */
  ended(signal: Signal, count: number, isAccepted: boolean, rejected = 0): void {
    this.#queued[signal] = Math.max(0, this.#queued[signal] - count)
    const refused = Number.isFinite(rejected) ? Math.min(Math.max(0, Math.trunc(rejected)), count) : 0
    const lost = isAccepted ? refused : count
    this.#sent += count - lost
    if (lost > 0) this.#drop(signal, lost)
    if (isAccepted && lost > 0) this.#problems.set(signal, 'rejected')
    this.#onDidChange.emit()
  }

  /** @param problem undefined when the batch was accepted */
  attempted(signal: Signal, problem: TelemetryProblem | undefined): void {
    if (this.#problems.get(signal) === problem) return
    if (problem) this.#problems.set(signal, problem)
    else this.#problems.delete(signal)
    this.#onDidChange.emit()
  }

  #drop(signal: Signal, count: number): void {
    const isFirst = this.#dropped[signal] === 0
    this.#dropped[signal] += count
    if (isFirst) this.#onDidChange.emit()
  }
}
