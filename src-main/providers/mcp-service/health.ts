/**
 * Health: pings a service at intervals. See docs/protocol.md#services-health (`healthCheck`).
 *
 * One failed check is shown. Several in a row close the connection, and the service restarts.
 */
import type { HealthCheckConfig } from '@shared/servers/service.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type Connected, checkResponding } from './connection/connection.js'

const usual: HealthCheckConfig = { interval: 30_000, timeout: 10_000 }
/** Failed checks in a row before a service is restarted. */
const maxMissed = 3

export interface HealthMonitorOptions {
  readonly clock: Clock
  readonly config: HealthCheckConfig | undefined
  /** Called when it becomes healthy or unhealthy. */
  readonly onChange: () => void
  /** Called when too many checks failed. */
  readonly onLost: () => void
  /** Called when its server has forgotten the session. */
  readonly onExpired: () => void
}

export class HealthMonitor {
  readonly #options: HealthMonitorOptions
  readonly #connected: Connected
  readonly #ending = new AbortController()
  #cancel = (): void => {}
  #missed = 0

  constructor(connected: Connected, options: HealthMonitorOptions) {
    this.#connected = connected
    this.#options = options
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
    return this.#options.config ?? usual
  }

  #plan(): void {
    this.#cancel = this.#options.clock.after(this.#config.interval, () => void this.#check())
  }

  async #check(): Promise<void> {
    const { onExpired, onLost } = this.#options
    try {
      await checkResponding(this.#connected.client, this.#config.timeout, this.#ending.signal)
      this.#set(0)
    } catch (thrown) {
      if (this.#ending.signal.aborted) return
      if (await this.#connected.isExpired?.(thrown)) return onExpired()
      this.#set(this.#missed + 1)
      if (this.#missed >= maxMissed) return onLost()
    }
    if (!this.#ending.signal.aborted) this.#plan()
  }

  #set(missed: number): void {
    const wasWell = this.isWell
    this.#missed = missed
    if (this.isWell !== wasWell) this.#options.onChange()
  }
}
