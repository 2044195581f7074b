/**
 * Command queue: one command at a time, first in, first out. A command that was sent keeps its turn until it ends, even
 * when its caller stopped waiting.
 */
import { oneLine } from '../../policy/console-command/one-line.js'
import { abortedDuringCall } from './connection-failure.js'
import type { ConsoleOptions } from './ports.js'
import { abortedBeforeCommand, commandQueueFull, unsendable } from './rcon/rcon-failure.js'

/** What runs the commands. */
export interface CommandRunner {
  /** @throws GatewayError; once the command was sent, `details.mayHaveRun` is true */
  run(command: string, timeoutMs: number): Promise<string>
}

export interface CommandQueueOptions {
  /** As an error names it. */
  readonly to: 'RCON' | 'a console'
  readonly maxCommandBytes: number
  /** Why no command can be sent. */
  readonly problem: () => Error | undefined
  /** Undefined while the commands have to wait: `runNext` continues. */
  readonly runner: () => CommandRunner | undefined
}

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
  readonly #options: CommandQueueOptions
  readonly #waiting = new Set<WaitingCommand>()
  #isRunning = false

  constructor(options: CommandQueueOptions) {
    this.#options = options
  }

  /** @throws GatewayError */
  async add(command: string, { signal, timeoutMs = commandTimeoutMs }: ConsoleOptions = {}): Promise<string> {
    this.#checkCommand(command)
    const problem = this.#options.problem()
    if (problem) throw problem
    if (signal?.aborted) throw abortedBeforeCommand()
    if (this.#waiting.size >= maxWaiting) throw commandQueueFull(maxWaiting)
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
      void this.runNext()
    })
  }

  /** Fails what was not sent yet. */
  clear(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(this.#options.problem())
  }

  async runNext(): Promise<void> {
    const [next] = this.#waiting
    const runner = this.#options.runner()
    if (this.#isRunning || !next || !runner) return
    this.#waiting.delete(next)
    this.#isRunning = true
    try {
      next.resolve(await runner.run(next.command, next.timeoutMs))
    } catch (error) {
      next.reject(error)
    } finally {
      this.#isRunning = false
    }
    await this.runNext()
  }

  /** @throws GatewayError when it cannot be sent as one line */
  #checkCommand(command: string): void {
    const { to, maxCommandBytes } = this.#options
    const bytes = Buffer.byteLength(command)
    if (bytes > maxCommandBytes) {
      const details = { reason: 'too-long', bytes, limitBytes: maxCommandBytes }
      throw unsendable(`The command is too long for ${to}.`, details)
    }
    oneLine(command)
  }
}
