/**
 * Folder access: opens the folder of a server, and tries again while it cannot be used.
 *
 * A folder can be missing for a while, for example on a drive that is connected later, or at a host that is down. Nothing here rejects: a folder
 * that cannot be used disables only what needs it, and its problem is shown with the server.
 */
import { asGatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { FolderFeatures } from './folder-features.js'

/** Milliseconds before a folder that cannot be used is tried again. */
export const retryFolderMs = 60_000

export interface FolderAccessOptions {
  /** @throws GatewayError when the folder cannot be used */
  readonly open: () => Promise<FolderFeatures>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** Its problem is new, another or solved. */
  readonly onDidChange: () => void
}

export class FolderAccess {
  readonly #options: FolderAccessOptions
  #features: FolderFeatures | undefined
  #problem: ContractError | undefined
  #last: Promise<FolderFeatures | undefined> = Promise.resolve(undefined)
  #cancel: () => void = () => {}
  #isStopped = false

  constructor(options: FolderAccessOptions) {
    this.#options = options
  }

  /** Why the folder cannot be used. */
  get problem(): ContractError | undefined {
    return this.#problem
  }

  get features(): FolderFeatures | undefined {
    return this.#features
  }

  /**
   * Opens the folder, or reads its settings again: the server may have started with another world. Undefined when it
   * cannot be used now.
   */
  use(): Promise<FolderFeatures | undefined> {
    this.#last = this.#last.then(() => this.#try())
    return this.#last
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    await this.#last
    await this.#features?.stop()
  }

  async #try(): Promise<FolderFeatures | undefined> {
    this.#cancel()
    if (this.#isStopped) return undefined
    try {
      this.#features ??= await this.#options.open()
      await this.#features.reload()
      this.#report(undefined)
      return this.#features
    } catch (thrown) {
      this.#report(asGatewayError(thrown).toContract())
      this.#cancel = this.#options.clock.after(retryFolderMs, () => void this.use())
      return undefined
    }
  }

  #report(problem: ContractError | undefined): void {
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return
    this.#problem = problem
    if (problem) {
      const { code, message, details } = problem
      this.#options.log.warn('the folder of a server cannot be used', { code, message, ...(details && { details }) })
    }
    if (!this.#isStopped) this.#options.onDidChange()
  }
}
