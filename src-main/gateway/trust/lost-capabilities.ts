/**
 * Lost capabilities: what a connected server offered, accepted by a person, and offers no more.
 *
 * A server that loses its version, its folder, its management protocol or a part of its agent must not lose actions in
 * silence. What is missing only for a moment, while its connections come up, is no loss. A loss is remembered until the
 * capability is back, or a person reconnects or edits the server.
 */
import { isInternal } from '@contract/namespaces.js'
import type { Server } from '@shared/servers/server.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds that a capability must be missing. */
export const lostAfterMs = 10_000

export class LostCapabilities {
  readonly #clock: Pick<Clock, 'after'>
  readonly #onLost: (ids: readonly string[]) => void
  readonly #expected = new Set<string>()
  #missing: readonly string[] = []
  #lost: readonly string[] = []
  #stopTimer: (() => void) | undefined

  /** @param onLost called when more is lost than before */
  constructor(clock: Pick<Clock, 'after'>, onLost: (ids: readonly string[]) => void) {
    this.#clock = clock
    this.#onLost = onLost
  }

  get ids(): readonly string[] {
    return this.#lost
  }

  /**
   * A server that is not connected keeps its last offer, so it loses nothing.
   *
   * @param offered what it offers now, accepted or not
   */
  compare(state: Server['state'], offered: readonly { readonly id: string }[]): void {
    if (state !== 'online' && state !== 'degraded') return this.#wait(false)
    const now = new Set(offered.map(({ id }) => id))
    this.#missing = [...this.#expected].filter((id) => !now.has(id))
    if (this.#lost.some((id) => now.has(id))) this.#lost = this.#lost.filter((id) => !now.has(id))
    this.#wait(this.#missing.length > this.#lost.length)
  }

  /** @param listed what clients may use */
  expect(listed: readonly { readonly id: string }[]): void {
    for (const { id } of listed) if (!isInternal(id)) this.#expected.add(id)
  }

  /** Whatever it offers next is complete. */
  forget(): void {
    this.#wait(false)
    this.#expected.clear()
    this.#missing = []
    this.#lost = []
  }

  #wait(isMissing: boolean): void {
    if (!isMissing) {
      this.#stopTimer?.()
      this.#stopTimer = undefined
      return
    }
    this.#stopTimer ??= this.#clock.after(lostAfterMs, () => {
      this.#stopTimer = undefined
      this.#lost = this.#missing
      this.#onLost(this.#lost)
    })
  }
}
