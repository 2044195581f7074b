/** Deadline: nobody waits for a provider longer than agreed, or once everything is stopped, whatever it does. */
import { GatewayError } from '../../contract/gateway-error.js'
import { Cancellation, type CancellationToken } from '../cancellation.js'
import type { Clock } from '../ports.js'

/** Milliseconds. */
export interface Patience {
  /** Without a sign of life. */
  readonly silence: number
  /** In all, whatever the signs. */
  readonly total: number
}

export interface SignsOfLife {
  /** It works: its silence begins again. */
  alive(): void
  /** It waits for somebody else until the function that is returned is called: that is no silence of its own. */
  hold(): () => void
}

/**
 * @param patience milliseconds in all, or with signs of life
 * @param stopped cancelled, with the error that is thrown then, when nobody may wait any longer
 * @throws GatewayError SYSTEM.TIMEOUT when it is over; `work`'s cancellation comes at the same time
 */
export function withDeadline<T>(
  clock: Clock,
  patience: number | Patience,
  work: (cancellation: CancellationToken, signs: SignsOfLife) => Promise<T>,
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
