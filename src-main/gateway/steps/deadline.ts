/** Deadline: nobody waits for a provider longer than agreed, whatever it does. */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Clock } from '../ports.js'

/** @throws GatewayError SYSTEM.TIMEOUT after `milliseconds`; `work`'s signal aborts at the same time */
export function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      reject(new GatewayError('SYSTEM.TIMEOUT', { details: { afterMs: milliseconds } }))
      controller.abort()
    })
    work(controller.signal).then(resolve, reject).finally(cancel)
  })
}
