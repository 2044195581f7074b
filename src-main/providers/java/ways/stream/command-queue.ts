/**
 * Command queue: one command at a time, first in, first out. A command that was sent keeps its turn until it ends, even
 * when its caller stopped waiting.
 */
import { abortedDuringCall } from '../../connection-failure.js'
import type { ConsoleOptions } from '../../ports.js'
import { abortedBeforeCommand, commandQueueFull } from '../../rcon/rcon-failure.js'

interface WaitingCommand {
  readonly command: string
  readonly timeoutMs: number
  readonly resolve: (reply: string) => void
  readonly reject: (error: unknown) => void
}

/** Timeout of a command in milliseconds. */
const commandTimeoutMs = 15_000
const maxWaiting = 256

export class CommandQueue {
  readonly #waiting = new Set<WaitingCommand>()
  readonly #run: (command: string, timeoutMs: number) => Promise<string>
  #isRunning = false

  constructor(run: (command: string, timeoutMs: number) => Promise<string>) {
    this.#run = run
  }

  add(command: string, { signal, timeoutMs = commandTimeoutMs }: ConsoleOptions): Promise<string> {
    if (signal?.aborted) return Promise.reject(abortedBeforeCommand())
    if (this.#waiting.size >= maxWaiting) return Promise.reject(commandQueueFull(maxWaiting))
    return new Promise((resolve, reject) => {
      const abort = () => reject(this.#waiting.delete(waiting) ? abortedBeforeCommand() : abortedDuringCall())
      const settled = () => signal?.removeEventListener('abort', abort)
      const waiting: WaitingCommand = {
        command,
        timeoutMs,
        resolve: (reply) => {
          settled()
          resolve(reply)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.add(waiting)
      void this.#runNext()
    })
  }

  /** Fails what was not sent yet. */
  clear(reason: () => unknown): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason())
  }

  async #runNext(): Promise<void> {
    const [next] = this.#waiting
    if (this.#isRunning || !next) return
    this.#waiting.delete(next)
    this.#isRunning = true
    try {
      next.resolve(await this.#run(next.command, next.timeoutMs))
    } catch (error) {
      next.reject(error)
    } finally {
      this.#isRunning = false
    }
    await this.#runNext()
  }
}
