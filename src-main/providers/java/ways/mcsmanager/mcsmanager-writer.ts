/**
 * MCSManager writer: changes files of an instance by its panel and daemon.
 *
 * The daemon moves nothing onto an existing file and removes in the background, so a replacement goes in steps, and each
 * change is looked at afterwards.
 */
import { stat } from 'node:fs/promises'
import { isObject } from '@contract/json/json-object.js'
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileWriter } from '../../ports.js'
import { piecesOf, uploadForm } from '../panel/form-upload.js'
import { folderOf, nameOf, recoverReplace, replaceInSteps, type StepFiles } from '../panel/replace-in-steps.js'
import { type McsManagerClient, nodeUrlOf } from './mcsmanager-client.js'
import { McsManagerUnavailable, refusalOf } from './mcsmanager-failure.js'

interface ListedFiles {
  list(folder: string): Promise<readonly { readonly name: string; readonly size: number }[] | undefined>
  read(path: string, most: number): Promise<Buffer>
}

/** Looks at the folder after a removal, which takes a moment. */
const maxLooks = 20

export class McsManagerWriter implements FileWriter {
  readonly #client: McsManagerClient
  readonly #files: ListedFiles
  readonly #steps: StepFiles

  constructor(client: McsManagerClient, files: ListedFiles) {
    this.#client = client
    this.#files = files
    this.#steps = {
      namesBeside: async (path) => new Set((await files.list(folderOf(path)))?.map(({ name }) => name)),
      read: (path, most) => files.read(path, most),
      write: (path, bytes) => this.#upload(path, bytes.length, [bytes]),
      rename: (from, to) => this.rename(from, to),
      remove: (path) => this.remove(path),
    }
  }

  async replace(path: string, bytes: Buffer): Promise<void> {
    await replaceInSteps(this.#steps, plain(path), bytes)
  }

  async recover(path: string): Promise<void> {
    await recoverReplace(this.#steps, plain(path))
  }

  async send(source: string, path: string, onPiece: (bytes: number) => void = () => {}): Promise<void> {
    const { size } = await stat(source)
    await this.#upload(plain(path), size, piecesOf(source, onPiece))
  }

  async makeFolder(path: string): Promise<void> {
    await this.#client.call('makeFolder', { json: { target: `/${plain(path)}` } })
  }

  async rename(from: string, to: string): Promise<void> {
    const names = await this.#steps.namesBeside(plain(to))
    if (names.has(nameOf(to))) throw folderError('unreadable', to, { detail: 'exists' })
    await this.#client.call('move', { json: { targets: [[`/${plain(from)}`, `/${to}`]] } })
  }

  async remove(path: string): Promise<void> {
    await this.#client.call('remove', { json: { targets: [`/${plain(path)}`] } })
    for (let look = 0; look < maxLooks; look += 1) {
      if (!(await this.#steps.namesBeside(path)).has(nameOf(path))) return
    }
    throw folderError('unreadable', path, { detail: 'remove' })
  }

  async #upload(path: string, size: number, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const name = nameOf(path)
    if (/["\\|?*<>;\p{Cc}]/u.test(name)) throw folderError('unsupported', path)
    const ticket = await this.#client.call('upload', { query: { upload_dir: `/${folderOf(path)}` } })
    const { password, addr } = isObject(ticket) ? ticket : {}
    const url = nodeUrlOf(this.#client.url, addr, `/upload/${encodeURIComponent(String(password))}`)
    const node = this.#client.node(url)
    try {
      const status = await uploadForm(node, url, { field: 'file', name, size, pieces })
      if (status === 404) throw new McsManagerUnavailable('daemon-refused')
      if (status !== 200) throw refusalOf(status, '')
    } finally {
      node.close()
    }
    const arrived = (await this.#files.list(folderOf(path)))?.find((file) => file.name === name)
    if (arrived?.size !== size) throw folderError('damaged', path, { detail: 'upload' })
  }
}

/** @throws GatewayError when the path could leave the folder */
function plain(path: string): string {
  if (!isPlainPath(path)) throw folderError('outside', path)
  return path
}
