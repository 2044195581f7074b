/**
 * Panel orders: what Gatehouse had a panel do by one key, for the comparison with the panel's own record.
 *
 * The record names no key, so an order of Gatehouse explains one entry of its kind at its time, and no more.
 */
export interface PanelEntry {
  /** As the panel names it, for example `server:power.stop`. */
  readonly event: string
  /** Milliseconds since 1970 by the panel's clock. */
  readonly at: number
}

interface PanelOrder {
  readonly server: string
  readonly event: string
  /** By the panel's clock. */
  readonly from: number
  /** When the answer came; absent while it has not. */
  to?: number
}

/** Milliseconds by which the time of an entry and that of its order may differ. */
const toleranceMs = 10_000
const maxOrders = 500

/** The last orders by one key; what the panel recorded before them cannot be compared. */
export class PanelOrders {
  readonly #orders: PanelOrder[] = []
  #since: number | undefined

  /** The first comparable moment; undefined before the panel answered once. */
  get since(): number | undefined {
    return this.#since
  }

  /** The panel answered. @param at by its clock */
  seen(at: number): void {
    this.#since ??= at
  }

  /** @param now by the panel's clock @returns ends the order */
  begin(server: string, event: string, now: () => number): () => void {
    const order: PanelOrder = { server, event, from: now() }
    this.#orders.push(order)
    const dropped = this.#orders.length > maxOrders ? this.#orders.shift() : undefined
    if (dropped && this.#since !== undefined) this.#since = (dropped.to ?? now()) + toleranceMs
    return () => {
      order.to = now()
    }
  }

  /** The entries of a server that no order explains. */
  unexplained(server: string, entries: readonly PanelEntry[]): readonly PanelEntry[] {
    const left = new Set(this.#orders.filter((order) => order.server === server))
    return entries.filter(({ event, at }) => {
      const own = [...left].find(
        (order) =>
          order.event === event &&
          at >= order.from - toleranceMs &&
          at <= (order.to ?? Number.POSITIVE_INFINITY) + toleranceMs,
      )
      return !(own && left.delete(own))
    })
  }
}
