/** Session console: a console over sessions that run one command at a time. What waits is sent to the next session. */
import { CommandQueue, type CommandRunner } from './command-queue.js'
import type { ConsoleConnection, ConsoleOptions } from './ports.js'
import { RconUnavailable } from './rcon/rcon-failure.js'
import { ReconnectingConnection, type ReconnectingOptions } from './reconnecting-connection.js'
import type { Session } from './session.js'

export abstract class SessionConsole<S extends Session & CommandRunner>
  extends ReconnectingConnection<S>
  implements ConsoleConnection
{
  readonly #queue: CommandQueue

  constructor(options: ReconnectingOptions, maxCommandBytes: number) {
    super(options)
    this.#queue = new CommandQueue({
      to: 'RCON',
      maxCommandBytes,
      problem: () => this.#unavailable(),
      runner: () => this.session,
    })
    this.onDidOpen(() => void this.#queue.runNext())
    this.onDidChangeState(({ kind }) => {
      if (kind !== 'online') this.#queue.clear()
    })
  }

  run(command: string, options?: ConsoleOptions): Promise<string> {
    return this.#queue.add(command, options)
  }

  #unavailable(): Error | undefined {
    const { state, problem } = this
    if (state.kind === 'online') return undefined
    return problem ?? new RconUnavailable('lost', { details: { state: state.kind } })
  }
}
