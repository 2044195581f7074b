/**
 * Files link: the connection to a server without a console. It is online while what its files and its log tell can be
 * read, and looks again every minute.
 */
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type FolderAccess, retryFolderMs } from './folder-access.js'
import type { LinkState } from './reconnecting-connection.js'

export class FilesLink {
  readonly #access: FolderAccess | undefined
  readonly #clock: Pick<Clock, 'after'>
  readonly #changed = new Emitter<LinkState>()
  readonly onDidChangeState = this.#changed.on
  #state: LinkState = { kind: 'stopped' }
  #cancel: () => void = () => {}
  /** Counts starts and stops: a look that began before is of no interest. */
  #turn = 0

  constructor(access: FolderAccess | undefined, clock: Pick<Clock, 'after'>) {
    this.#access = access
    this.#clock = clock
  }

  get state(): LinkState {
    return this.#state
  }

  start(): void {
    if (this.#state.kind === 'stopped') this.reconnect()
  }

  reconnect(): void {
    this.stop()
    this.#become({ kind: 'connecting' })
    void this.#look(this.#turn)
  }

  stop(): void {
    this.#turn++
    this.#cancel()
    this.#become({ kind: 'stopped' })
  }

  /** Never rejects. */
  async #look(turn: number): Promise<void> {
    await this.#access?.use()
    if (turn !== this.#turn) return
    const problem = this.#access?.problem
    this.#become(problem ? { kind: 'offline', problem, retryMs: retryFolderMs } : { kind: 'online' })
    this.#cancel = this.#clock.after(retryFolderMs, () => void this.#look(turn))
  }

  #become(state: LinkState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    this.#changed.emit(state)
  }
}
