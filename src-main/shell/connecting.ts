/**
 * Connecting: connects this run's servers once, at its start or, in safe mode, when a person asks for it.
 *
 * A failure is reported, and can be retried.
 */
import { Emitter } from '../gateway/ports/emitter.js'

export class Connecting {
  readonly #open: () => Promise<void>
  #isConnected = false
  #attempt: Promise<void> | undefined
  readonly #onDidConnect = new Emitter<void>()
  readonly onDidConnect = this.#onDidConnect.on

  constructor(open: () => Promise<void>) {
    this.#open = open
  }

  /** @throws what opening throws */
  readonly connect = async (): Promise<void> => {
    if (this.#isConnected) return
    this.#attempt ??= this.#try()
    await this.#attempt
  }

  async #try(): Promise<void> {
    try {
      await this.#open()
      this.#isConnected = true
    } finally {
      this.#attempt = undefined
    }
    this.#onDidConnect.emit()
  }
}
