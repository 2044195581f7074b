/**
 * Undo work: an undo of a build goes at the pace of a build, and buries nobody. It waits for players who stand where it
 * would set blocks, a minute at most in all; then these blocks are left out, and the undo says who stood there.
 */
import type { BuildWait } from '@shared/build/build-state.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { unnamed } from '../../minecraft/build/build-site.js'
import type { Box } from '../folder/block-volume.js'
import type { UndoWork } from '../snapshots/block-snapshots.js'
import { type Bystander, bystandersIn, isBuried } from './bystanders.js'
import type { ServerTools } from './tile-builder.js'

export interface UndoWorkOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onWait: (wait: BuildWait | undefined) => void
}

/** Milliseconds that an undo waits for players, in all. */
const maxWaitMs = 60_000
/** Milliseconds between two looks at who stands there. */
const lookEveryMs = 500

/** Its functions throw when the server does not tell who is there, or the reason of the signal. */
export function undoWork(
  { abilities, commands }: Pick<ServerTools, 'abilities' | 'commands'>,
  { clock, signal, onWait }: UndoWorkOptions,
): UndoWork {
  let waitedMs = 0
  let seen: { readonly box: Box; readonly at: number; readonly bystanders: readonly Bystander[] } | undefined
  const look = async (dimension: string, box: Box): Promise<readonly Bystander[]> => {
    if (seen?.box !== box || clock.elapsed() - seen.at >= lookEveryMs)
      seen = { box, at: clock.elapsed(), bystanders: await bystandersIn(dimension, box, abilities) }
    return seen.bystanders
  }
  return {
    async begin(step, dimension, box) {
      await commands.turn(signal, onWait)
      for (;;) {
        signal.throwIfAborted()
        const there = (await look(dimension, box)).filter(({ body }) => isBuried(body, step))
        const names = [...new Set(there.map(({ name }) => name))].sort()
        const isWaiting = names.length > 0 && waitedMs < maxWaitMs
        onWait(isWaiting ? { why: 'player', names: names.filter((name) => name !== unnamed) } : undefined)
        if (!isWaiting) return names
        await new Promise<void>((resolve) => {
          clock.after(lookEveryMs, resolve)
        })
        waitedMs += lookEveryMs
      }
    },
    send: (command, blocks) => commands.send(command, blocks, signal),
  }
}
