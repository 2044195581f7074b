/**
 * Undo bystanders: an undo of a build buries nobody. It waits for players who stand where it would set blocks, a minute at
 * most in all; then these blocks are left out, and the undo says who stood there.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'
import type { Box } from '../folder/block-volume.js'
import type { BlocksInTheWay } from '../snapshots/block-snapshots.js'
import { type Bystander, bystandersIn, isBuried } from './bystanders.js'

/** Milliseconds that an undo waits for players, in all. */
const maxWaitMs = 60_000
/** Milliseconds between two looks at who stands there. */
const lookEveryMs = 500

/** @throws GatewayError when the server does not tell who is there, or the reason of the signal */
export function undoBystanders(abilities: JavaAbilities, clock: Clock, signal: AbortSignal): BlocksInTheWay {
  let waitedMs = 0
  let seen: { readonly box: Box; readonly at: number; readonly bystanders: readonly Bystander[] } | undefined
  const look = async (dimension: string, box: Box): Promise<readonly Bystander[]> => {
    if (seen?.box !== box || clock.elapsed() - seen.at >= lookEveryMs)
      seen = { box, at: clock.elapsed(), bystanders: await bystandersIn(dimension, box, abilities) }
    return seen.bystanders
  }
  return async (step, dimension, box) => {
    for (;;) {
      signal.throwIfAborted()
      const there = (await look(dimension, box)).filter(({ body }) => isBuried(body, step))
      if (there.length === 0 || waitedMs >= maxWaitMs) return there.map(({ name }) => name)
      await new Promise<void>((resolve) => {
        clock.after(lookEveryMs, resolve)
      })
      waitedMs += lookEveryMs
    }
  }
}
