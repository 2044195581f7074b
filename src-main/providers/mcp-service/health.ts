/**
 * Health: asks a service for a sign of life at intervals. See docs/protocol.md#services-health (`healthCheck`).
 *
 * One check without an answer is shown, several in a row end the connection, so that it is begun again.
 */
import type { HealthCheckConfig } from '../../contract/service.js'
import type { Clock } from '../../gateway/ports.js'
import { type Connected, signOfLife } from './connection/connection.js'

const usual: HealthCheckConfig = { interval: 30_000, timeout: 10_000 }
/** Checks in a row without a sign of life before a service is restarted. */
const mostMissed = 3

export interface HealthTerms {
  readonly clock: Clock
  readonly config: HealthCheckConfig | undefined
  /** It is well again, or not any more. */
  readonly onChange: () => void
  /** It gave no sign of life for too long. */
  readonly onLost: () => void
  /** Its server has forgotten the session. */
  readonly onExpired: () => void
}

export class Health {
  readonly #terms: HealthTerms
  readonly #connected: Connected
  readonly #ending = new AbortController()
  #cancel = (): void => {}
  #missed = 0

  constructor(connected: Connected, terms: HealthTerms) {
    this.#connected = connected
    this.#terms = terms
    this.#plan()
  }

  get isWell(): boolean {
    return this.#missed === 0
  }

  end(): void {
    this.#cancel()
    this.#ending.abort()
  }

  get #config(): HealthCheckConfig {
    return this.#terms.config ?? usual
  }

  #plan(): void {
    this.#cancel = this.#terms.clock.after(this.#config.interval, () => void this.#check())
  }

  async #check(): Promise<void> {
    const { onExpired, onLost } = this.#terms
    try {
      await signOfLife(this.#connected.client, this.#config.timeout, this.#ending.signal)
      this.#set(0)
    } catch (thrown) {
      if (this.#ending.signal.aborted) return
      if (this.#connected.isExpired?.(thrown)) return onExpired()
      this.#set(this.#missed + 1)
      if (this.#missed >= mostMissed) return onLost()
    }
    if (!this.#ending.signal.aborted) this.#plan()
  }

  #set(missed: number): void {
    const wasWell = this.isWell
    this.#missed = missed
    if (this.isWell !== wasWell) this.#terms.onChange()
  }
}
