/**
 * Node bytes: a file that comes from the machine of a panel, which serves no ranges: read from its beginning as far as it
 * is needed, and no further.
 */
import { folderError } from '../../folder/folder-problem.js'
import { asPanelProblem } from './panel-failure.js'

/** What is read of one version of a file. */
export interface FileBytes {
  /** As far as it is known; more after `need`. */
  readonly bytes: Buffer
  need(length: number): Promise<void>
  /** @returns what may be kept */
  close(): Buffer
}

export class NodeBytes implements FileBytes {
  readonly #size: number
  readonly #open: () => Promise<AsyncIterable<Buffer> & { destroy(): unknown }>
  #all: Buffer
  #filled: number
  #response: (AsyncIterable<Buffer> & { destroy(): unknown }) | undefined
  #pieces: AsyncIterator<Buffer> | undefined
  /** Bytes of this response, which begins at the beginning. */
  #received = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(size: number, kept: Buffer, open: () => Promise<AsyncIterable<Buffer> & { destroy(): unknown }>) {
    this.#size = size
    this.#open = open
    this.#filled = kept.length
    this.#all = kept
  }

  get bytes(): Buffer {
    return this.#all.subarray(0, this.#filled)
  }

  need(length: number): Promise<void> {
    this.#turn = this.#turn.catch(() => {}).then(() => this.#readUpTo(Math.min(length, this.#size)))
    return this.#turn
  }

  close(): Buffer {
    this.#response?.destroy()
    // A reader ahead of the end would keep the whole allocation.
    return this.#filled === this.#all.length ? this.#all : Buffer.from(this.bytes)
  }

  async #readUpTo(length: number): Promise<void> {
    if (length <= this.#filled) return
    if (!this.#pieces) {
      this.#response = await this.#open()
      this.#pieces = this.#response[Symbol.asyncIterator]()
      const all = Buffer.alloc(this.#size)
      this.bytes.copy(all)
      this.#all = all
    }
    while (this.#filled < length) {
      const { value, done } = await this.#pieces.next().catch((error: unknown) => {
        throw asPanelProblem(error)
      })
      if (done) throw folderError('damaged', '', { detail: 'shorter' })
      // A file that grew meanwhile is read as it was.
      value.copy(this.#all, this.#received, 0, Math.max(0, this.#size - this.#received))
      this.#received += value.length
      this.#filled = Math.max(this.#filled, Math.min(this.#received, this.#size))
    }
  }
}
