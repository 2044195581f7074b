/** Model connection: the model console as a connection that the Java provider keeps, without a socket. */
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { ConsoleConnection } from '../../../../src-main/providers/java/ports.js'
import type { LinkState } from '../../../../src-main/providers/java/reconnecting-connection.js'
import type { ModelConsole } from './model-console.js'

export class ModelConnection implements ConsoleConnection {
  readonly console: ModelConsole
  readonly #changed = new Emitter<LinkState>()
  readonly onDidChangeState = this.#changed.on
  state: LinkState = { kind: 'stopped' }

  constructor(console: ModelConsole) {
    this.console = console
  }

  run(command: string): Promise<string> {
    return this.console.run(command)
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
}
