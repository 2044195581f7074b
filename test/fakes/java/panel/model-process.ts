/**
 * Model process: a game server in a container, as Wings runs one. It is a model: its console has a terminal, so each line
 * of input is shown again before its reply, and nothing says which line belongs to which command.
 */
import type { PowerState } from '@shared/servers/server-way.js'

export interface ModelProcessOptions {
  /** The text of a log line each, or whole lines that begin with `[`. */
  readonly run: (command: string) => Promise<readonly string[]> | readonly string[]
  readonly onLine: (line: string) => void
  readonly onState: (state: WingsState) => void
}

export type WingsState = Exclude<PowerState, 'stopped' | 'unknown'> | 'offline'

const beforeStart = [
  'Updating process configuration files...',
  'Ensuring file permissions are set correctly, this could take a few seconds...',
]
const whileStarting = [
  'Finished pulling Docker container image',
  'Pulling Docker container image, this could take a few minutes to complete...',
]
const daemonLine = (text: string): string => `\u001b[33m\u001b[1m[Pterodactyl Daemon]:\u001b[39m ${text}\u001b[0m`

const header = '[12:00:01] [Server thread/INFO]: '
const maxKept = 150

export class ModelProcess {
  readonly #options: ModelProcessOptions
  readonly kept: string[] = []
  state: WingsState = 'offline'
  /** Every line that reached the process. */
  readonly input: string[] = []
  #turn: Promise<void> = Promise.resolve()

  constructor(options: ModelProcessOptions) {
    this.#options = options
  }

  start(): void {
    if (this.state !== 'offline') return
    for (const text of beforeStart) this.#options.onLine(daemonLine(text))
    this.#become('starting')
    for (const text of whileStarting) this.#options.onLine(daemonLine(text))
    this.kept.length = 0
    this.print('[12:00:00] [Server thread/INFO]: Starting minecraft server version 1.21.4')
    this.print('[12:00:00] [Server thread/INFO]: Done (1.0s)! For help, type "help"')
    this.#become('running')
  }

  stop(): void {
    if (this.state === 'offline') return
    this.#become('stopping')
    this.print('stop')
    this.print('[12:00:02] [Server thread/INFO]: Stopping the server')
    this.#become('offline')
  }

  /** Input of the terminal: each line end starts a command. */
  write(text: string): void {
    const lines = text.split('\n')
    for (const line of lines) this.print(line)
    this.#turn = this.#turn.then(async () => {
      for (const line of lines) {
        this.input.push(line)
        if (line === 'stop') return this.stop()
        for (const text of await this.#options.run(line)) this.say(text)
      }
    })
  }

  /** A line of the log. */
  say(text: string): void {
    this.print(text.startsWith('[') ? text : `${header}${text}`)
  }

  print(line: string): void {
    this.kept.push(line)
    if (this.kept.length > maxKept) this.kept.shift()
    // An empty line is kept, and not sent.
    if (line !== '') this.#options.onLine(line)
  }

  /** Every command so far has run. */
  get idle(): Promise<void> {
    return this.#turn
  }

  #become(state: WingsState): void {
    this.state = state
    this.#options.onState(state)
  }
}
