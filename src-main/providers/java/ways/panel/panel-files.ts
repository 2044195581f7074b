/**
 * Panel files: the files of a server by the API of its panel.
 *
 * Enforces invariant 7: a path stays inside the server's folder, links are not followed, every body is bounded. Small
 * files come through the panel, larger ones from the node by a signed address. Wings serves no ranges, so a file is read
 * from its beginning as far as it is needed, and kept for a minute while it cannot have changed.
 */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { asFolderError, folderError } from '../../folder/folder-problem.js'
import type { FileFacts, FileWriter, OpenedFile } from '../../ports.js'
import { type ListedFile, ListedFiles, openedOver } from './listed-files.js'
import { type FileBytes, NodeBytes } from './node-bytes.js'
import { filesIn, signedAddressIn } from './panel-answers.js'
import type { PanelClient } from './panel-client.js'
import { asPanelProblem, type PanelProblem, PanelUnavailable, refusalOf } from './panel-failure.js'
import type { PanelOrigin } from './panel-request.js'
import { maxContents } from './panel-routes.js'
import { PanelWriter } from './panel-writer.js'

export interface PanelFilesTerms {
  readonly client: PanelClient
  /** UUID. */
  readonly server: string
  readonly node: string | undefined
  readonly clock: Clock
}

/** Region files are smaller, unless somebody fills chunks with books. */
const maxFile = 128 * 1024 * 1024
const maxKept = 64 * 1024 * 1024
const keepMs = 60_000
/** A file that was written just now may be written again within the same second, which no date shows. */
const settledMs = 10_000

interface KeptFile {
  readonly bytes: Buffer
  readonly until: number
}

export class PanelFiles extends ListedFiles {
  readonly place: string
  readonly writer: FileWriter
  readonly #terms: PanelFilesTerms
  readonly #listing = new Map<string, Promise<readonly ListedFile[] | undefined>>()
  readonly #kept = new Map<string, KeptFile>()
  readonly #nodes = new Map<string, PanelOrigin>()

  constructor(terms: PanelFilesTerms) {
    super()
    this.#terms = terms
    this.place = `${new URL(terms.client.origin).host}/server/${terms.server.slice(0, 8)}`
    this.writer = new PanelWriter({ ...terms, files: this, nodeAt: (url) => this.nodeAt(url) })
  }

  async withFile<Result>(path: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result> {
    const entry = await this.fileAt(path)
    const { size, modified } = entry
    if (size > maxFile) throw folderError('too-large', path)
    const name = `${path} ${size} ${modified}`
    const now = this.#terms.clock.elapsed()
    for (const [key, { until }] of this.#kept) if (until < now) this.#kept.delete(key)
    const source = await this.#source(path, size, this.#kept.get(name)?.bytes)
    try {
      return await use(openedOver(source), { size, modified })
    } finally {
      const bytes = source.close()
      if (this.#terms.client.now - modified > settledMs) this.#keep(name, bytes)
    }
  }

  async fetch(path: string, target: string, onPiece: (bytes: number) => void = () => {}): Promise<FileFacts> {
    const { size, modified } = await this.fileAt(path)
    const pieces: AsyncIterable<Buffer> = size <= maxContents ? await this.#contents(path) : await this.#download(path)
    const file = await open(target, 'w')
    let count = 0
    try {
      for await (const piece of pieces) {
        count += piece.length
        if (count > size) throw folderError('damaged', path, { detail: 'longer' })
        onPiece(piece.length)
        await file.write(piece)
      }
    } catch (error) {
      throw (error as NodeJS.ErrnoException).syscall === 'write' ? asFolderError(error, path) : asPanelProblem(error)
    } finally {
      await file.close()
    }
    if (count < size) throw folderError('damaged', path, { detail: 'shorter' })
    return { size, modified }
  }

  /** Undefined when it is missing. Two callers at once share one request. @throws GatewayError */
  list(folder: string): Promise<readonly ListedFile[] | undefined> {
    const running = this.#listing.get(folder)
    if (running) return running
    const asked = this.#list(folder).finally(() => this.#listing.delete(folder))
    this.#listing.set(folder, asked)
    return asked
  }

  /** Newer nodes report a missing folder as a failure of their own, so the folder above decides. */
  async #list(folder: string): Promise<readonly ListedFile[] | undefined> {
    const { client, server } = this.#terms
    try {
      return filesIn(await client.json('listFiles', { server, query: { directory: `/${folder}` } }))
    } catch (error) {
      if (error instanceof PanelUnavailable && error.details?.limitBytes !== undefined)
        throw new PanelUnavailable('list-too-large', { details: { folder }, cause: error })
      const mayBeMissing = error instanceof PanelUnavailable && isFileProblem(error.problem)
      if (!mayBeMissing || folder === '') throw error
      const entry = await this.entryAt(folder)
      if (entry?.kind === 'folder') throw error
      // A link is not followed, so for us nothing is behind it.
      return undefined
    }
  }

  /** After a change, what was asked before is old. */
  forget(): void {
    this.#listing.clear()
    this.#kept.clear()
  }

  /** Requests to the node that the owner accepted. @throws GatewayError when `url` is elsewhere */
  nodeAt(url: URL): PanelOrigin {
    const { client, node } = this.#terms
    const origin = this.#nodes.get(url.origin) ?? client.node(url, node)
    this.#nodes.set(url.origin, origin)
    return origin
  }

  close(): void {
    for (const origin of this.#nodes.values()) origin.close()
    this.#kept.clear()
  }

  async #source(path: string, size: number, kept: Buffer | undefined): Promise<FileBytes> {
    if (kept && kept.length >= size) return { bytes: kept, need: () => Promise.resolve(), close: () => kept }
    if (size <= maxContents) return this.#throughPanel(path)
    return new NodeBytes(size, kept ?? Buffer.alloc(0), () => this.#download(path))
  }

  #throughPanel(path: string): FileBytes {
    let bytes = Buffer.alloc(0)
    let asked: Promise<Buffer> | undefined
    return {
      get bytes() {
        return bytes
      },
      need: async () => {
        asked ??= this.#small(path)
        bytes = Buffer.from(await asked)
      },
      close: () => bytes,
    }
  }

  async #contents(path: string): Promise<Readable> {
    return Readable.from([await this.#small(path)])
  }

  async #small(path: string): Promise<Buffer> {
    const { client, server } = this.#terms
    try {
      return await client.bytes('readFile', { server, query: { file: `/${path}` } })
    } catch (error) {
      if (!(error instanceof PanelUnavailable) || !isFileProblem(error.problem)) throw error
      throw folderError(error.problem === 'file-missing' ? 'missing' : 'unreadable', path, { cause: error })
    }
  }

  async #download(path: string) {
    const { client, server } = this.#terms
    const url = signedAddressIn(await client.json('downloadFile', { server, query: { file: `/${path}` } }))
    const response = await this.nodeAt(url).open({ url, method: 'GET' })
    const { statusCode: status = 500 } = response
    if (status === 200) return response
    response.destroy()
    if (status === 404) throw folderError('missing', path)
    throw refusalOf({ status, body: undefined, permission: 'file.read-content' })
  }

  #keep(name: string, bytes: Buffer): void {
    this.#kept.delete(name)
    this.#kept.set(name, { bytes, until: this.#terms.clock.elapsed() + keepMs })
    let total = [...this.#kept.values()].reduce((sum, { bytes: { length } }) => sum + length, 0)
    for (const [oldest, { bytes: old }] of this.#kept) {
      if (total <= maxKept) break
      total -= old.length
      this.#kept.delete(oldest)
    }
  }
}

/** The panel reached the node, which did not do it. */
const isFileProblem = (problem: PanelProblem): boolean => problem === 'file-missing' || problem === 'unexpected'
