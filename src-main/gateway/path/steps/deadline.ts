/** Deadline: limits the wait for a provider, by timeouts and by a stop. */
import { GatewayError } from '@contract/gateway-error.js'
import { Cancellation, type CancellationToken } from '../../ports/cancellation.js'
import type { Clock } from '../../ports/runtime.js'

/** Milliseconds. */
export interface Timeouts {
  /** Maximum milliseconds without progress. */
  readonly idle: number
  /** Maximum milliseconds in total. */
  readonly total: number
}

export interface ProgressSignal {
  /** Reports progress, which resets the inactivity timeout. */
  alive(): void
  /** Suspends the inactivity timeout until the returned function is called. */
  suspend(): () => void
}

/**
 * @param timeouts milliseconds in total, or separate limits without progress and in total
 * @param stopped cancelled, with the error to throw, when the wait must end
 * @throws GatewayError SYSTEM.TIMEOUT at the deadline; `work` is cancelled at the same time
 */
export function withDeadline<T>(
  clock: Clock,
  timeouts: number | Timeouts,
  work: (cancellation: CancellationToken, progress: ProgressSignal) => Promise<T>,
  stopped?: CancellationToken,
): Promise<T> {
  const { idle, total } = typeof timeouts === 'number' ? { idle: timeouts, total: timeouts } : timeouts
  const cancellation = new Cancellation()
  return new Promise<T>((resolve, reject) => {
    let isOver = false
    let suspensions = 0
    let cancelIdle = (): void => {}
    const rejectWith = (why: unknown): void => {
      done()
      reject(why)
      cancellation.cancel()
    }
    const late = (afterMs: number) => () => rejectWith(new GatewayError('SYSTEM.TIMEOUT', { details: { afterMs } }))
    const alive = (): void => {
      cancelIdle()
      if (!isOver && suspensions === 0 && idle < total) cancelIdle = clock.after(idle, late(idle))
    }
    const suspend = (): (() => void) => {
      suspensions += 1
      cancelIdle()
      let isSuspended = true
      return () => {
        if (!isSuspended) return
        isSuspended = false
        suspensions -= 1
        alive()
      }
    }
    const cancelTotal = clock.after(total, late(total))
    alive()
    let endListening: (() => void) | undefined
    const done = (): void => {
      isOver = true
      cancelIdle()
      cancelTotal()
      endListening?.()
    }
    endListening = stopped?.onCancel(rejectWith)
    if (isOver) return
    work(cancellation, { alive, suspend }).then(
      (value) => {
        done()
        resolve(value)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}
