/** Deadline: nobody waits for a provider longer than agreed, or once everything is stopped, whatever it does. */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Clock } from '../ports.js'

/**
 * @param stopped aborts, with the error that is thrown then, when nobody may wait any longer
 * @throws GatewayError SYSTEM.TIMEOUT after `milliseconds`; `work`'s signal aborts at the same time
 */
export function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const give = (why: unknown): void => {
      done()
      reject(why)
      controller.abort()
    }
    const onStop = (): void => give(stopped?.reason)
    const cancel = clock.after(milliseconds, () =>
      give(new GatewayError('SYSTEM.TIMEOUT', { details: { afterMs: milliseconds } })),
    )
    const done = (): void => {
      cancel()
      stopped?.removeEventListener('abort', onStop)
    }
    stopped?.addEventListener('abort', onStop)
    if (stopped?.aborted) onStop()
    else work(controller.signal).then(resolve, reject).finally(done)
  })
}
