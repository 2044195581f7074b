/**
 * Panel writer: changes files of a server by the API of its panel.
 *
 * A panel writes into the file itself and renames over nothing, so a replacement goes in steps. A name that already
 * exists is never overwritten by a rename, and a rename of nothing is no success.
 */
import { stat } from 'node:fs/promises'
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileWriter } from '../../ports.js'
import { piecesOf, uploadForm } from './form-upload.js'
import type { ListedFile } from './listed-files.js'
import { signedAddressIn } from './panel-answers.js'
import type { PanelClient } from './panel-client.js'
import { PanelUnavailable, refusalOf } from './panel-failure.js'
import type { PanelOrigin } from './panel-request.js'
import { folderOf, nameOf, recoverReplace, replaceInSteps, type StepFiles } from './replace-in-steps.js'

export interface PanelWriterTerms {
  readonly client: PanelClient
  /** UUID. */
  readonly server: string
  readonly files: {
    read(path: string, most: number): Promise<Buffer>
    list(folder: string): Promise<readonly ListedFile[] | undefined>
    forget(): void
  }
  nodeAt(url: URL): PanelOrigin
}

/** Nodes take no larger file as installed. */
const maxUpload = 100 * 1024 * 1024

export class PanelWriter implements FileWriter {
  readonly #terms: PanelWriterTerms
  readonly #steps: StepFiles

  constructor(terms: PanelWriterTerms) {
    this.#terms = terms
    const { files } = terms
    this.#steps = {
      namesBeside: async (path) => new Set((await files.list(folderOf(path)))?.map(({ name }) => name)),
      read: (path, most) => files.read(path, most),
      write: (path, bytes) => this.#write(path, bytes),
      rename: (from, to) => this.#rename(from, to),
      remove: (path) => this.#remove(path),
    }
  }

  async replace(path: string, bytes: Buffer): Promise<void> {
    await replaceInSteps(this.#steps, plain(path), bytes)
  }

  async recover(path: string): Promise<void> {
    await recoverReplace(this.#steps, plain(path))
  }

  async send(source: string, path: string, onPiece: (bytes: number) => void = () => {}): Promise<void> {
    const { client, server, nodeAt, files } = this.#terms
    const { size } = await stat(source)
    if (size > maxUpload) throw folderError('too-large', path)
    const folder = folderOf(plain(path))
    const url = signedAddressIn(await client.json('uploadFile', { server }))
    url.searchParams.set('directory', `/${folder}`)
    const file = { field: 'files', name: nameOf(path), size, pieces: piecesOf(source, onPiece) }
    const status = await uploadForm(nodeAt(url), url, file)
    files.forget()
    if (status >= 300) throw refusalOf({ status, body: undefined, permission: 'file.create' })
    const arrived = (await files.list(folder))?.find(({ name }) => name === nameOf(path))
    if (arrived?.size !== size) throw folderError('damaged', path, { detail: 'upload' })
  }

  async makeFolder(path: string): Promise<void> {
    const { client, server, files } = this.#terms
    const names = plain(path).split('/')
    for (const [index, name] of names.entries()) {
      const root = names.slice(0, index).join('/')
      const found = (await files.list(root))?.find((entry) => entry.name === name)
      if (found && found.kind !== 'folder') throw folderError('not-a-folder', path)
      if (!found) await client.json('makeFolder', { server, json: { root: `/${root}`, name } })
      files.forget()
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const { files } = this.#terms
    await this.#rename(plain(from), plain(to))
    const isMoved = (await files.list(folderOf(to)))?.some(({ name }) => name === nameOf(to))
    const isLeft = (await files.list(folderOf(from)))?.some(({ name }) => name === nameOf(from))
    if (!isMoved) throw folderError('missing', from)
    if (isLeft) throw folderError('unreadable', to, { detail: 'exists' })
  }

  async remove(path: string): Promise<void> {
    await this.#remove(plain(path))
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    const { client, server, files } = this.#terms
    await this.#change(() => client.json('writeFile', { server, query: { file: `/${path}` }, bytes }), path)
    files.forget()
  }

  async #rename(from: string, to: string): Promise<void> {
    const { client, server } = this.#terms
    await this.#change(() => client.json('renameFiles', { server, json: { root: '/', files: [{ from, to }] } }), to)
  }

  async #remove(path: string): Promise<void> {
    const { client, server } = this.#terms
    await this.#change(
      () => client.json('removeFiles', { server, json: { root: `/${folderOf(path)}`, files: [nameOf(path)] } }),
      path,
    )
  }

  async #change(call: () => Promise<unknown>, path: string): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (error instanceof PanelUnavailable && error.problem === 'file-missing') throw folderError('missing', path)
      throw error
    } finally {
      this.#terms.files.forget()
    }
  }
}

/** @throws GatewayError when the path could leave the folder */
function plain(path: string): string {
  if (!isPlainPath(path)) throw folderError('outside', path)
  return path
}
