/**
 * Restarts: restarts a failed service after a growing pause, a limited number of times. See
 * docs/protocol.md#services-restarts.
 *
 * A lost session is replaced at once, but not again and again: the pauses grow while new sessions are soon lost, too.
 */

import { canonical } from '@contract/json/canonical-json.js'
import type { ServiceConfig, ServiceStarting } from '@shared/servers/service.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { backOff } from '../../policy/limits/back-off.js'

/** Failed starts in a row before only a person can start it again. */
export const maxRestarts = 5
const firstRestartMs = 1_000
/** Milliseconds after which a running service counts as stable. */
export const minStableMs = 60_000
/** Milliseconds after which a lost session is replaced at once again. */
export const minSessionMs = 15_000

export class Restarts {
  readonly #clock: Clock
  #failures = 0
  #cancel = (): void => {}
  #began = 0
  /** Sessions in a row that were soon lost. */
  #shortSessions = 0
  #cancelRenewal: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A person started it: resets the failures. */
  reset(): void {
    this.#failures = 0
    this.#shortSessions = 0
  }

  cancel(): void {
    this.#cancel()
    this.#cancelRenewal?.()
    this.#cancelRenewal = undefined
  }

  /** It is running; resets the failures when it is stable. */
  running(): void {
    this.cancel()
    this.#began = this.#clock.elapsed()
    this.#cancel = this.#clock.after(minStableMs, () => {
      this.#failures = 0
    })
  }

  /** @param code of the failure: configuration errors are not retried */
  plan(code: number, start: () => void): void {
    this.cancel()
    if (code < 2_000 || this.#failures >= maxRestarts) return
    const wait = backOff(this.#failures, firstRestartMs, Math.random())
    this.#failures += 1
    this.#cancel = this.#clock.after(wait, start)
  }

  /** @returns milliseconds until the lost session is replaced; undefined where that is planned already */
  renew(replace: () => void): number | undefined {
    if (this.#cancelRenewal) return undefined
    if (this.#clock.elapsed() - this.#began >= minSessionMs) this.#shortSessions = 0
    const wait = this.#shortSessions === 0 ? 0 : backOff(this.#shortSessions - 1, firstRestartMs, Math.random())
    this.#shortSessions += 1
    this.#cancelRenewal = this.#clock.after(wait, replace)
    return wait
  }
}

/**
 * How long a service may take until its tools are listed. See docs/protocol.md#services-lifecycle.
 *
 * The first start of a program may download it, so it gets longer. A changed definition is a first start again.
 *
 * Milliseconds: of a start, and of a program that has not started with this definition yet.
 */
const startLimits = { usual: 30_000, first: 120_000 }

/** Folders may change while a service runs. */
export const withoutRoots = ({ roots: _roots, ...rest }: ServiceConfig): string => canonical(rest)

export class StartLimit {
  /** The definition that started. */
  #started: string | undefined

  of(config: ServiceConfig): Pick<ServiceStarting, 'limitMs' | 'isFirst'> {
    const isProgram = config.type === 'stdio' || config.type === 'embedded'
    const isNew = isProgram && this.#started !== withoutRoots(config)
    const limitMs = config.startTimeout ?? (isNew ? startLimits.first : startLimits.usual)
    // A module is on this computer.
    return { limitMs, isFirst: isNew && config.type === 'stdio' }
  }

  succeeded(config: ServiceConfig): void {
    this.#started = withoutRoots(config)
  }
}
