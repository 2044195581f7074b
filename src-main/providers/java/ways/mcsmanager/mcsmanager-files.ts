/**
 * MCSManager files: the files of an instance, by its panel and daemon.
 *
 * Enforces invariant 7: a path stays inside the folder, and every body is bounded; the daemon refuses links that lead out.
 * Bytes come from the daemon and go there, because the panel's own route converts text to the code page of the instance.
 * The panel lists when a file was last read, not changed, so that time is never believed; the daemon tells the true one with
 * a file. It serves no ranges, so a file is read from its beginning as far as it is needed.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileEntry, FileFacts, FileWriter, OpenedFile, ServerFiles } from '../../ports.js'
import { NodeBytes } from '../panel/node-bytes.js'
import { folderOf, nameOf } from '../panel/replace-in-steps.js'
import { type McsManagerClient, nodeUrlOf } from './mcsmanager-client.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'
import { McsManagerWriter } from './mcsmanager-writer.js'

export interface McsManagerFile extends FileEntry {
  readonly size: number
}

/** Region files are smaller, unless somebody fills chunks with books. */
const maxFile = 128 * 1024 * 1024
const pageSize = 100
const maxPages = 100

export class McsManagerFiles implements ServerFiles {
  readonly place: string
  readonly writer: FileWriter
  readonly hasNoTimes = true
  readonly #client: McsManagerClient

  constructor(client: McsManagerClient) {
    this.#client = client
    this.place = `mcsmanager://${client.url.host}`
    this.writer = new McsManagerWriter(client, this)
  }

  async withFile<Result>(path: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result> {
    const { size: listed } = await this.#fileAt(path, maxFile)
    const { response, length = listed, modified, close } = await this.#fromNode('GET', path)
    const size = Math.min(length, maxFile)
    const source = new NodeBytes(size, Buffer.alloc(0), async () => response)
    const file: OpenedFile = {
      read: async (buffer, offset, count, position) => {
        await source.need(position + count)
        const end = Math.min(position + count, source.bytes.length)
        return { bytesRead: position >= end ? 0 : source.bytes.copy(buffer, offset, position, end) }
      },
    }
    try {
      return await use(file, { size, modified: modified ?? Date.now() })
    } finally {
      source.close()
      close()
    }
  }

  read(path: string, most: number): Promise<Buffer> {
    return this.withFile(path, async (file, { size }) => {
      if (size > most) throw folderError('too-large', path)
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return bytes.subarray(0, bytesRead)
    })
  }

  async readIfThere(path: string, most: number): Promise<Buffer | undefined> {
    try {
      return await this.read(path, most)
    } catch (error) {
      if (error instanceof GatewayError && error.details?.why === 'folder-missing') return undefined
      throw error
    }
  }

  async facts(path: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined> {
    if (path === '' || path === '.') return { size: 0, modified: Date.now(), isFolder: true }
    const entry = isPlainPath(path) ? await this.#entryAt(path) : undefined
    return entry && { size: entry.size, modified: Date.now(), isFolder: entry.kind === 'folder' }
  }

  async names(path: string): Promise<readonly string[]> {
    return ((await this.entries(path)) ?? []).map(({ name }) => name)
  }

  async entries(path: string): Promise<readonly FileEntry[] | undefined> {
    const folder = path === '.' ? '' : path
    if (folder !== '' && !isPlainPath(folder)) return []
    const found = (await this.list(folder)) ?? []
    const modified = Date.now()
    return found
      .map(({ name, kind, size }) => ({ name, kind, ...(kind === 'file' && { facts: { size, modified } }) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async isNamed(path: string): Promise<boolean> {
    return isPlainPath(path) && (await this.#entryAt(path)) !== undefined
  }

  /** By the daemon, which tells the true time. */
  async isUnchanged(path: string, facts: FileFacts): Promise<boolean> {
    const { length = facts.size, modified, close } = await this.#fromNode('HEAD', path)
    close()
    return length === facts.size && modified === facts.modified
  }

  /** Undefined when it is missing. @throws GatewayError */
  async list(folder: string): Promise<readonly McsManagerFile[] | undefined> {
    const files: McsManagerFile[] = []
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
      const entry = await this.#entryAt(folder)
      if (entry?.kind === 'folder') throw error
      return undefined
    }
  }

  async #entryAt(path: string): Promise<McsManagerFile | undefined> {
    return (await this.list(folderOf(path)))?.find(({ name }) => name === nameOf(path))
  }

  /** @throws GatewayError also when it is larger than `most` bytes */
  async #fileAt(path: string, most: number): Promise<McsManagerFile> {
    if (!isPlainPath(path)) throw folderError('outside', path)
    const entry = await this.#entryAt(path)
    if (!entry) throw folderError('missing', path)
    if (entry.kind !== 'file') throw folderError('not-a-file', path)
    if (entry.size > most) throw folderError('too-large', path)
    return entry
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

function fileOf(found: unknown): readonly McsManagerFile[] {
  const { name, size, type } = isObject(found) ? found : {}
  // A name that could leave the folder is none.
  if (typeof name !== 'string' || name === '' || name === '.' || name === '..' || /[/\0]/u.test(name)) return []
  return [{ name, size: typeof size === 'number' ? size : 0, kind: type === 1 ? 'file' : 'folder' }]
}
