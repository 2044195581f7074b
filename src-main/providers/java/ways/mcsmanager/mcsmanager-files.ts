/**
 * MCSManager files: the files of an instance, by its panel and daemon.
 *
 * Enforces invariant 7: a path stays inside the folder, and every body is bounded; the daemon refuses links that lead out.
 * Bytes come from the daemon and go there, because the panel's own route converts text to the code page of the instance.
 * The panel lists when a file was last read, not changed, so that time is never believed; the daemon tells the true one with
 * a file. It serves no ranges, so a file is read whole.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileEntry, FileFacts, FileWriter, OpenedFile, ServerFiles } from '../../ports.js'
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
    const { bytes, modified } = await this.#download(path, maxFile)
    const file: OpenedFile = {
      read: async (buffer, offset, length, position) => ({
        bytesRead: bytes.copy(buffer, offset, position, Math.min(bytes.length, position + length)),
      }),
    }
    return use(file, { size: bytes.length, modified })
  }

  async read(path: string, most: number): Promise<Buffer> {
    return (await this.#download(path, most)).bytes
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
    const { length, modified } = await this.#fromNode('HEAD', path, 0)
    return modified === facts.modified && (length === undefined || Number(length) === facts.size)
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

  async #download(path: string, most: number) {
    if (!isPlainPath(path)) throw folderError('outside', path)
    const entry = await this.#entryAt(path)
    if (!entry) throw folderError('missing', path)
    if (entry.kind !== 'file') throw folderError('not-a-file', path)
    if (entry.size > most) throw folderError('too-large', path)
    const { body, modified } = await this.#fromNode('GET', path, Math.max(most, 64 * 1024))
    if (body.length > most) throw folderError('too-large', path)
    return { bytes: body, modified: modified ?? Date.now() }
  }

  /** A ticket works once, for a download or for a look at its head. */
  async #fromNode(method: 'GET' | 'HEAD', path: string, most: number) {
    const ticket = await this.#client.call('download', { query: { file_name: `/${path}` } })
    const { password, addr } = isObject(ticket) ? ticket : {}
    const url = nodeUrlOf(
      this.#client.url,
      addr,
      `/download/${encodeURIComponent(String(password))}/${encodeURIComponent(nameOf(path))}`,
    )
    const node = this.#client.node(url)
    try {
      const { response, body } = await node.send({ url, method }, most)
      const { statusCode, headers } = response
      if (statusCode !== 200) throw folderError('unreadable', path, { detail: `${statusCode}` })
      const modified = Date.parse(headers['last-modified'] ?? '')
      return {
        body,
        length: headers['content-length'],
        ...(Number.isFinite(modified) && { modified }),
      }
    } finally {
      node.close()
    }
  }
}

function fileOf(found: unknown): readonly McsManagerFile[] {
  const { name, size, type } = isObject(found) ? found : {}
  // A name that could leave the folder is none.
  if (typeof name !== 'string' || name === '' || name === '.' || name === '..' || /[/\0]/u.test(name)) return []
  return [{ name, size: typeof size === 'number' ? size : 0, kind: type === 1 ? 'file' : 'folder' }]
}
