/** Deadline: nobody waits for a provider longer than agreed, or once everything is stopped, whatever it does. */
import { GatewayError } from '../../contract/gateway-error.js'
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
 * @param stopped aborts, with the error that is thrown then, when nobody may wait any longer
 * @throws GatewayError SYSTEM.TIMEOUT when it is over; `work`'s signal aborts at the same time
 */
export function withDeadline<T>(
  clock: Clock,
  patience: number | Patience,
  work: (signal: AbortSignal, signs: SignsOfLife) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const { silence, total } = typeof patience === 'number' ? { silence: patience, total: patience } : patience
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    let isOver = false
    let holds = 0
    let cancelSilence = (): void => {}
    const give = (why: unknown): void => {
      done()
      reject(why)
      controller.abort()
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
    const onStop = (): void => give(stopped?.reason)
    const cancelTotal = clock.after(total, late(total))
    alive()
    const done = (): void => {
      isOver = true
      cancelSilence()
      cancelTotal()
      stopped?.removeEventListener('abort', onStop)
    }
    stopped?.addEventListener('abort', onStop)
    if (stopped?.aborted) onStop()
    else work(controller.signal, { alive, hold }).then(resolve, reject).finally(done)
  })
}
