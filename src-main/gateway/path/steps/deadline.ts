/** Deadline: limits the wait for a provider, by time and by panic. */
import { GatewayError } from '@contract/gateway-error.js'
import { Cancellation, type CancellationToken } from '../../ports/cancellation.js'
import type { Clock } from '../../ports/runtime.js'

/** Milliseconds. */
export interface Timeouts {
  /** Maximum milliseconds without progress. */
  readonly silence: number
  /** Maximum milliseconds in total. */
  readonly total: number
}

export interface ProgressSignal {
  /** Progress: resets the inactivity timeout. */
  alive(): void
  /** It waits for somebody else: suspends the inactivity timeout until the returned function is called. */
  hold(): () => void
}

/**
 * @param patience milliseconds in total, or separate limits without progress and in total
 * @param stopped cancelled, with the error to throw, when the wait must end
 * @throws GatewayError SYSTEM.TIMEOUT at the deadline; `work` is cancelled at the same time
 */
export function withDeadline<T>(
  clock: Clock,
  patience: number | Timeouts,
  work: (cancellation: CancellationToken, signs: ProgressSignal) => Promise<T>,
  stopped?: CancellationToken,
): Promise<T> {
  const { silence, total } = typeof patience === 'number' ? { silence: patience, total: patience } : patience
  const cancellation = new Cancellation()
  return new Promise<T>((resolve, reject) => {
    let isOver = false
    let holds = 0
    let cancelSilence = (): void => {}
    const give = (why: unknown): void => {
      done()
      reject(why)
      cancellation.cancel()
    }
    const late = (afterMs: number) => () => give(new GatewayError('SYSTEM.TIMEOUT', { details: { afterMs } }))
    const alive = (): void => {
      cancelSilence()
      if (!isOver && holds === 0 && silence < total) cancelSilence = clock.after(silence, late(silence))
    }
    const hold = (): (() => void) => {
      holds += 1
      cancelSilence()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holds -= 1
        alive()
      }
    }
    const cancelTotal = clock.after(total, late(total))
    alive()
    let endListening: (() => void) | undefined
    const done = (): void => {
      isOver = true
      cancelSilence()
      cancelTotal()
      endListening?.()
    }
    endListening = stopped?.onCancel(give)
    if (isOver) return
    work(cancellation, { alive, hold }).then(
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
