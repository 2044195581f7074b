/**
 * Console process: a model of a server's process as its input and output show it: each message is a line of the log with
 * the header of vanilla, Paper or Forge, and a terminal shows what was typed. It is not the game.
 */
import type { GatewayError } from '../../../src-main/contract/gateway-error.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import type { LinkState } from '../../../src-main/providers/java/reconnecting-connection.js'
import type { ConsoleStream } from '../../../src-main/providers/java/ways/stream/console-stream.js'
import type { FakeClock } from '../fake-clock.js'

/** Moves the clock until the promise settles. */
export async function within<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) await clock.advance(250)
  return promise
}

/** Runs one command. @returns its messages */
export type RunCommand = (command: string) => Promise<readonly string[]>

export const headers = {
  vanilla: '[12:34:56] [Server thread/INFO]: ',
  paper: '[12:34:56 INFO]: ',
  forge: '[26Nov2026 12:34:56.789] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: ',
  fabric: '[12:34:56] [Server thread/INFO] (Minecraft) ',
} as const

export interface ConsoleProcessOptions {
  readonly run: RunCommand
  readonly header?: string
  /** What shows the typed line: nothing, the driver of a terminal, or JLine with its prompt. */
  readonly terminal?: 'none' | 'driver' | 'jline'
  readonly keepsOrder?: boolean
  /** Raw output before each line of a reply, with line ends. */
  readonly between?: () => string
  /** Cuts the output into pieces. */
  readonly cut?: (output: string) => readonly string[]
}

export class ConsoleProcess implements ConsoleStream {
  readonly #options: ConsoleProcessOptions
  readonly #changed = new Emitter<LinkState>()
  readonly #output = new Emitter<string>()
  #turn: Promise<void> = Promise.resolve()
  /** Every line that was sent. */
  readonly sent: string[] = []
  readonly onDidChangeState = this.#changed.on
  readonly onOutput = this.#output.on
  readonly keepsOrder: boolean
  problem: GatewayError | undefined
  state: LinkState = { kind: 'stopped' }

  constructor(options: ConsoleProcessOptions) {
    this.#options = options
    this.keepsOrder = options.keepsOrder ?? true
  }

  start(): void {
    this.become({ kind: 'online' })
  }

  reconnect(): void {
    this.become({ kind: 'connecting' })
    this.become({ kind: 'online' })
  }

  stop(): void {
    this.become({ kind: 'stopped' })
  }

  become(state: LinkState): void {
    this.state = state
    this.#changed.emit(state)
  }

  send(line: string): void {
    this.sent.push(line)
    const { terminal = 'none' } = this.#options
    if (terminal === 'driver') this.write(`${line}\r\n`)
    if (terminal === 'jline') this.write(`\u001b[K> ${line.slice(0, 2)}\r\u001b[K> ${line}\r\n\u001b[?2004l`)
    this.#turn = this.#turn.then(() => this.#execute(line))
  }

  /** Writes raw output. */
  write(output: string): void {
    for (const piece of this.#options.cut?.(output) ?? [output]) this.#output.emit(piece)
  }

  /** Resolves when everything that was sent has run. */
  async settled(): Promise<void> {
    await this.#turn
  }

  async #execute(line: string): Promise<void> {
    const { run, header = headers.vanilla, terminal = 'none', between } = this.#options
    const messages = await run(line)
    const end = terminal === 'none' ? '\n' : '\r\n'
    const prompt = terminal === 'jline' ? '\r\u001b[K' : ''
    for (const message of messages) {
      const reset = terminal === 'jline' ? '\u001b[m' : ''
      this.write(`${between?.() ?? ''}${prompt}${header}${message}${reset}${end}${terminal === 'jline' ? '> ' : ''}`)
    }
    const after = between?.() ?? ''
    if (after !== '') this.write(after)
  }
}
