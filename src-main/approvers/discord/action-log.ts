/**
 * Action log: one line in the channel for each action of AI, a few times a minute at most, without a notification.
 *
 * Guards against floods: what does not fit is counted, and a batch that Discord does not take is dropped, because the log
 * of Gatehouse has it.
 */
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { type DiscordMessage, maxContent } from './discord-wire.js'

/** Milliseconds between two messages. */
const batchMs = 20_000
/** Lines of a message. */
const maxLines = 15

export interface ActionLogDependencies {
  /** Rejects when it could not be posted. */
  readonly post: (message: DiscordMessage) => Promise<unknown>
  /** The line for those that did not fit. */
  readonly moreText: (count: number) => string
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

export class ActionLog {
  readonly #deps: ActionLogDependencies
  #lines: string[] = []
  #left = 0
  #stopTimer: (() => void) | undefined

  constructor(deps: ActionLogDependencies) {
    this.#deps = deps
  }

  add(line: string): void {
    const length = this.#lines.reduce((sum, { length }) => sum + length + 1, line.length)
    if (this.#lines.length < maxLines && length < maxContent - 100) this.#lines.push(line)
    else this.#left += 1
    this.#stopTimer ??= this.#deps.clock.after(batchMs, () => void this.#send())
  }

  stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    this.#lines = []
    this.#left = 0
  }

  async #send(): Promise<void> {
    const { post, moreText, log } = this.#deps
    const lines = [...this.#lines, ...(this.#left > 0 ? [moreText(this.#left)] : [])]
    this.stop()
    try {
      await post({ content: lines.join('\n'), isQuiet: true })
    } catch (error) {
      log.info('lines of the log were not posted on Discord', { error: error instanceof Error ? error.message : '' })
    }
  }
}
