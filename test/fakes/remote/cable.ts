/**
 * Cable: one connection between a window and a gateway as two queues of frames, which a test delivers, loses and cuts.
 *
 * As TLS, it never changes, repeats or reorders what one end sent; a frame that was cut in its middle never arrives.
 */

export type Side = 'window' | 'gateway'

export interface CableEnd {
  send(frame: string): void
  /** Closes it: what was sent before still arrives. */
  close(): void
  readonly isOpen: boolean
}

export interface CableListener {
  frame(text: string): void
  closed(): void
}

export const otherSide = (side: Side): Side => (side === 'window' ? 'gateway' : 'window')

/** At most so many frames wait: a model that never ends is a fault. */
const maxWaiting = 10_000

export class Cable {
  /** Frames under way to each side. `undefined`: that the other side closed it. */
  readonly #under: Record<Side, (string | undefined)[]> = { window: [], gateway: [] }
  readonly #listeners: Partial<Record<Side, CableListener>> = {}
  readonly #open: Record<Side, boolean> = { window: true, gateway: true }
  #isCut = false
  /** Every frame that a side sent, as recorded by somebody who reads along. */
  readonly recorded: Record<Side, string[]> = { window: [], gateway: [] }

  end(side: Side): CableEnd {
    const to = otherSide(side)
    const cable = this
    return {
      send(frame) {
        if (!cable.#open[side]) return
        cable.recorded[side].push(frame)
        cable.#put(to, frame)
      },
      close() {
        if (!cable.#open[side]) return
        cable.#put(to, undefined)
        cable.#close(side)
      },
      get isOpen() {
        return cable.#open[side]
      },
    }
  }

  listen(side: Side, listener: CableListener): void {
    this.#listeners[side] = listener
  }

  /** @returns whether a frame was under way to this side */
  deliver(to: Side): boolean {
    const waiting = this.#under[to]
    if (waiting.length === 0 || !this.#open[to]) return false
    const frame = waiting.shift()
    if (frame === undefined) this.#close(to)
    else this.#listeners[to]?.frame(frame)
    return true
  }

  /** Whether something is under way to a side that still takes it. */
  get isWaiting(): boolean {
    return (['window', 'gateway'] as const).some((side) => this.#open[side] && this.#under[side].length > 0)
  }

  get isUsable(): boolean {
    return !this.#isCut && this.#open.window && this.#open.gateway
  }

  isOpen(side: Side): boolean {
    return this.#open[side]
  }

  /** Nothing that is under way or sent later arrives. @param noticed by these sides at once; others find out by silence */
  cut(noticed: readonly Side[]): void {
    this.#isCut = true
    this.#under.window.length = 0
    this.#under.gateway.length = 0
    for (const side of noticed) this.#close(side)
  }

  #put(to: Side, frame: string | undefined): void {
    if (this.#isCut) return
    if (this.#under[to].length >= maxWaiting) throw new Error('Too many frames are under way.')
    this.#under[to].push(frame)
  }

  #close(side: Side): void {
    if (!this.#open[side]) return
    this.#open[side] = false
    this.#listeners[side]?.closed()
  }
}
