/**
 * Paced commands: sends the commands that set blocks as fast as the server takes them, and none while it is too slow.
 *
 * Builds and their undo share the pace of a connection. A command whose chunks are not loaded yet is sent again.
 */
import type { BuildWait } from '@shared/build/build-state.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isNotLoaded, type WorldEditor } from '../snapshots/world-editor.js'
import type { BuildPace } from './build-pace.js'
import type { TickMeter } from './tick-meter.js'

export interface PacedCommandsOptions {
  readonly editor: Pick<WorldEditor, 'edit'>
  readonly pace: BuildPace
  readonly meter: TickMeter
  readonly clock: Pick<Clock, 'elapsed' | 'after'>
}

/** Milliseconds between two readings of a server that is too slow. */
const recoverEveryMs = 1_000
/** How often, and after how many milliseconds, a command is sent again whose chunks are not loaded yet. */
const loadTries = 40
const loadPauseMs = 250

export class PacedCommands {
  readonly #options: PacedCommandsOptions

  constructor(options: PacedCommandsOptions) {
    this.#options = options
  }

  /** Resolves when the server can take the next command. @throws the reason of the signal */
  async turn(signal: AbortSignal, onWait: (wait: BuildWait | undefined) => void): Promise<void> {
    const { pace, meter, clock } = this.#options
    signal.throwIfAborted()
    if (meter.isDue) pace.read(await meter.read())
    while (pace.isStopped) {
      onWait({ why: 'slow-server', tps: Math.round((pace.tps ?? 0) * 10) / 10 })
      await this.#sleep(recoverEveryMs, signal)
      pace.read(await meter.read())
      if (!pace.isStopped) onWait(undefined)
    }
    const wait = pace.waitMs(clock.elapsed())
    if (wait > 0) await this.#sleep(wait, signal)
    signal.throwIfAborted()
  }

  /** @param blocks that it sets at most. @throws GatewayError when the server does not do it */
  async send(command: string, blocks: number, signal: AbortSignal): Promise<void> {
    const { editor, pace, meter, clock } = this.#options
    for (let tries = 1; ; tries++) {
      try {
        await editor.edit(command)
        break
      } catch (thrown) {
        if (!isNotLoaded(thrown) || tries >= loadTries) throw thrown
        await this.#sleep(loadPauseMs, signal)
      }
    }
    meter.sent()
    pace.spent(blocks, clock.elapsed())
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(ms, () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      const abort = () => {
        cancel()
        reject(signal.reason)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }
}
