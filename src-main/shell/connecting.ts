/**
 * Connecting: this run lets its servers in, once, at its start or after a careful one when a person says so.
 *
 * What fails is not connected, stays said, and may be tried again.
 */
import { Emitter } from '../gateway/emitter.js'

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
