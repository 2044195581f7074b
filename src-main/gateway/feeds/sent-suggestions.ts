/**
 * Sent suggestions: what viewers suggested and the streamer sent to the AI.
 *
 * Guards invariant 5: nothing else of a viewer is in it, and it leaves the gateway only as text of others. Guards
 * invariant 7: the newest few are kept, in memory.
 */
import { type SentSuggestion, suggestionLimits } from '@shared/streaming/audience.js'
import { Emitter } from '../ports/emitter.js'

export class SentSuggestions {
  readonly #onDidSend = new Emitter<void>()
  readonly #onDidChangeOffer = new Emitter<void>()
  readonly onDidSend = this.#onDidSend.on
  readonly onDidChangeOffer = this.#onDidChangeOffer.on
  #isOffered = false
  /** Newest first. */
  #sent: readonly SentSuggestion[] = []

  get isOffered(): boolean {
    return this.#isOffered
  }

  /** @param isOn whether the owner collects suggestions */
  offer(isOn: boolean): void {
    if (isOn === this.#isOffered) return
    this.#isOffered = isOn
    if (!isOn) this.clear()
    this.#onDidChangeOffer.emit()
  }

  /** Newest first. */
  list(): readonly SentSuggestion[] {
    return this.#sent
  }

  /** One that is sent again is the newest. */
  send(suggestion: SentSuggestion): void {
    if (!this.#isOffered) return
    const others = this.#sent.filter(({ id }) => id !== suggestion.id)
    this.#sent = [suggestion, ...others].slice(0, suggestionLimits.sent)
    this.#onDidSend.emit()
  }

  remove(id: number): void {
    this.#sent = this.#sent.filter((one) => one.id !== id)
  }

  clear(): void {
    this.#sent = []
  }
}
