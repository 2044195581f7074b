/**
 * Device orders: the numbered orders of one device, each followed once.
 *
 * Guards invariant 3 over a link that may be cut at any moment: an order that comes again gets the reply of the first
 * time. One whose reply is gone, or whose number was passed over, is never followed.
 */

/** Replies that are kept: their number, and the length of their texts in UTF-16 units. */
export const keptReplies = { count: 256, length: 8_388_608 }

interface Kept {
  readonly reply: Promise<string>
  /** Undefined while it is being followed. */
  length?: number
}

export class DeviceOrders {
  /** By number, the oldest first. */
  readonly #kept = new Map<number, Kept>()
  #highest = 0
  #length = 0

  /** The highest number that was followed. */
  get highest(): number {
    return this.#highest
  }

  /** Orders that are being followed. */
  get running(): number {
    return [...this.#kept.values()].filter(({ length }) => length === undefined).length
  }

  /**
   * @param follow is called at once, for a new number only, and never rejects
   * @returns the reply; undefined when the order must not be followed and its reply is not known
   */
  follow(number: number, follow: () => Promise<string>): Promise<string> | undefined {
    const known = this.#kept.get(number)
    if (known) return known.reply
    if (number <= this.#highest) return undefined
    this.#highest = number
    const kept: Kept = { reply: follow() }
    this.#kept.set(number, kept)
    void kept.reply.then((text) => {
      kept.length = text.length
      this.#length += text.length
      this.#forget()
    })
    return kept.reply
  }

  /** Forgets the oldest replies beyond the limit, but the last one; an order that is being followed is kept. */
  #forget(): void {
    for (const [number, { length }] of this.#kept) {
      if (this.#kept.size <= keptReplies.count && this.#length <= keptReplies.length) return
      if (length === undefined || number === this.#highest) continue
      this.#kept.delete(number)
      this.#length -= length
    }
  }
}
