/**
 * Startup connector: connects the servers of this run once, at its start or, in safe mode, on request of a person.
 *
 * A failure is thrown, and can be retried.
 */
import { Emitter } from '../gateway/ports/emitter.js'

export class StartupConnector {
  readonly #open: () => Promise<void>
  #isConnected = false
  #attempt: Promise<void> | undefined
  readonly #onDidConnect = new Emitter<void>()
  readonly onDidConnect = this.#onDidConnect.on

  constructor(open: () => Promise<void>) {
    this.#open = open
  }

  /** @throws the error of `open` */
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
