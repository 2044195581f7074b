/**
 * Numbered orders: orders to a gateway that did not reply yet.
 *
 * Each order has the next number of this computer since the gateway started. After a cut the same orders are sent again
 * with their numbers, and the gateway follows each once. What was sent to a gateway that restarted is not sent again:
 * nobody knows whether it was followed.
 */
import type { GatewayProblem } from '@shared/remote/gateway.js'
import type { FromWindow } from '@shared/remote/wire.js'
import type { Result } from '../table/shapes.js'
import type { PageName } from '../table/table.js'
import { gatewayError } from './gateway-error.js'

type OrderMessage = Extract<FromWindow, { readonly order: number }>

export interface NewOrder {
  readonly page: PageName
  readonly name: string
  readonly payload: unknown
}

/** Maximum number of orders without a reply. */
const maxOpen = 512

export class NumberedOrders {
  readonly #open = new Map<
    number,
    { readonly message: OrderMessage; readonly done: (result: Result<unknown>) => void }
  >()
  #boot: string | undefined
  #last = 0

  get size(): number {
    return this.#open.size
  }

  /** A link is open. @param followed the highest number that the gateway followed @returns what to send again, in order */
  begin(boot: string, followed: number): readonly OrderMessage[] {
    if (boot !== this.#boot) {
      this.fail('restarted')
      this.#boot = boot
      this.#last = followed
    }
    this.#last = Math.max(followed, ...this.#open.keys())
    return [...this.#open.values()].map(({ message }) => message)
  }

  /** @returns what to send; undefined before the first link, and when too many are open */
  add({ page, name, payload }: NewOrder, done: (result: Result<unknown>) => void): OrderMessage | undefined {
    if (this.#boot === undefined || this.#open.size >= maxOpen) return undefined
    this.#last += 1
    const message = { order: this.#last, boot: this.#boot, page, name, ...(payload !== undefined && { payload }) }
    this.#open.set(this.#last, { message, done })
    return message
  }

  /** A reply that nobody waits for is ignored. */
  reply(order: number, result: Result<unknown>): void {
    const open = this.#open.get(order)
    this.#open.delete(order)
    open?.done(result)
  }

  /** Ends all that have no reply. */
  fail(problem: GatewayProblem): void {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const { done } of open) done({ ok: false, error: gatewayError(problem).toContract() })
  }
}
