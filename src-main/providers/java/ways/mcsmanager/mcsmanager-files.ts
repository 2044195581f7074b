/**
 * MCSManager files: the files of an instance, by its panel and daemon.
 *
 * Enforces invariant 7: a path stays inside the folder, and every body is bounded; the daemon refuses links that lead out.
 * Bytes come from the daemon and go there, because the panel's own route converts text to the code page of the instance.
 * The panel lists when a file was last read, not changed, so that time is never believed; the daemon tells the true one with
 * a file. It serves no ranges, so a file is read from its beginning as far as it is needed.
 */

import { isObject } from '@contract/json/json-object.js'
import { folderError } from '../../folder/folder-problem.js'
import type { FileFacts, FileWriter, OpenedFile } from '../../ports.js'
import { type ListedFile, ListedFiles, openedOver } from '../panel/listed-files.js'
import { NodeBytes } from '../panel/node-bytes.js'
import { nameOf } from '../panel/replace-in-steps.js'
import { type McsManagerClient, nodeUrlOf } from './mcsmanager-client.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'
import { McsManagerWriter } from './mcsmanager-writer.js'

/** Region files are smaller, unless somebody fills chunks with books. */
const maxFile = 128 * 1024 * 1024
const pageSize = 100
const maxPages = 100

export class McsManagerFiles extends ListedFiles {
  readonly place: string
  readonly writer: FileWriter
  readonly hasNoTimes = true
  readonly #client: McsManagerClient

  constructor(client: McsManagerClient) {
    super()
    this.#client = client
    this.place = `mcsmanager://${client.url.host}`
    this.writer = new McsManagerWriter(client, this)
  }

  async withFile<Result>(path: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result> {
    const { size: listed } = await this.fileAt(path)
    if (listed > maxFile) throw folderError('too-large', path)
    const { response, length = listed, modified, close } = await this.#fromNode('GET', path)
    const size = Math.min(length, maxFile)
    const source = new NodeBytes(size, Buffer.alloc(0), async () => response)
    try {
      return await use(openedOver(source), { size, modified: modified ?? Date.now() })
    } finally {
      source.close()
      close()
    }
  }

  /** By the daemon, which tells the true time. */
  async isUnchanged(path: string, facts: FileFacts): Promise<boolean> {
    const { length = facts.size, modified, close } = await this.#fromNode('HEAD', path)
    close()
    return length === facts.size && modified === facts.modified
  }

  /** Undefined when it is missing. @throws GatewayError */
  async list(folder: string): Promise<readonly ListedFile[] | undefined> {
    const files: ListedFile[] = []
    for (let page = 0; page < maxPages; page += 1) {
      // Without an empty name the panel searches for "undefined".
      const query = { target: `/${folder}`, page: `${page}`, page_size: `${pageSize}`, file_name: '' }
      const answer = await this.#list(folder, query)
      if (answer === undefined) return undefined
      if (!isObject(answer) || !Array.isArray(answer.items)) throw new McsManagerUnavailable('not-mcsmanager')
      files.push(...(answer.items as unknown[]).flatMap(fileOf))
      if (answer.items.length < pageSize) return files
    }
    throw folderError('too-large', folder)
  }

  /** A missing folder and one that is not allowed have one answer, in the panel's language: the folder above decides. */
  async #list(folder: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    try {
      return await this.#client.call('listFiles', { query })
    } catch (error) {
      const isRefused = error instanceof McsManagerUnavailable && error.problem === 'refused'
      if (!isRefused || folder === '') throw error
      const entry = await this.entryAt(folder)
      if (entry?.kind === 'folder') throw error
      return undefined
    }
  }

  /** A ticket works once, for a download or for a look at its head. Call `close` afterwards. */
  async #fromNode(method: 'GET' | 'HEAD', path: string) {
    const ticket = await this.#client.call('download', { query: { file_name: `/${path}` } })
    const { password, addr } = isObject(ticket) ? ticket : {}
    const url = nodeUrlOf(
      this.#client.url,
      addr,
      `/download/${encodeURIComponent(String(password))}/${encodeURIComponent(nameOf(path))}`,
    )
    const node = this.#client.node(url)
    try {
      const response = await node.open({ url, method })
      const close = () => {
        response.destroy()
        node.close()
      }
      const { statusCode, headers } = response
      if (statusCode !== 200) {
        close()
        throw folderError('unreadable', path, { detail: `${statusCode}` })
      }
      const [length, modified] = [Number(headers['content-length'] ?? ''), Date.parse(headers['last-modified'] ?? '')]
      return {
        response,
        close,
        ...(headers['content-length'] !== undefined && { length }),
        ...(Number.isFinite(modified) && { modified }),
      }
    } catch (error) {
      node.close()
      throw error
    }
  }
}

function fileOf(found: unknown): readonly ListedFile[] {
  const { name, size, type } = isObject(found) ? found : {}
  // A name that could leave the folder is none.
  if (typeof name !== 'string' || name === '' || name === '.' || name === '..' || /[/\0]/u.test(name)) return []
  return [
    { name, size: typeof size === 'number' ? size : 0, modified: Date.now(), kind: type === 1 ? 'file' : 'folder' },
  ]
}
