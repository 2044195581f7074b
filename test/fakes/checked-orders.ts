/**
 * Checked orders: follows orders as if a page gave them: the giver is checked, and errors are returned as data.
 */
import type { Log } from '../../src-main/gateway/ports/runtime.js'
import { answer, unredacted } from '../../src-main/owner/doors/answer.js'
import type { Result } from '../../src-main/owner/table/shapes.js'
import type { Giver, Order, OrderName, Orders, Payload, Returned } from '../../src-main/owner/table/table.js'
import { RecordingLog } from './recording-log.js'

type CheckedOrders<T> = {
  readonly [N in keyof T & OrderName]: (payload: Payload<N>, giver: Giver) => Promise<Result<Returned<N>>>
}

export const checkedOrders = <T extends Partial<Orders>>(orders: T, log: Log = new RecordingLog()): CheckedOrders<T> =>
  Object.fromEntries(
    Object.entries(orders).map(([name, order]) => [
      name,
      (payload: unknown, giver: Giver) =>
        answer({ name: name as OrderName, giver, payload }, order as Order<OrderName>, {
          redactor: unredacted,
          check: () => true,
          log,
        }),
    ]),
  ) as CheckedOrders<T>
