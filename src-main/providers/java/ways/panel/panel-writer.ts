/**
 * Panel writer: changes files of a server by the API of its panel.
 *
 * A panel writes into the file itself and renames over nothing, so a replacement goes in steps. A name that already
 * exists is never overwritten by a rename, and a rename of nothing is no success.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { folderError } from '../../folder/folder-problem.js'
import { isPlainPath } from '../../folder/plain-path.js'
import type { FileWriter } from '../../ports.js'
import { type PanelFile, signedAddressIn } from './panel-answers.js'
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
    list(folder: string): Promise<readonly PanelFile[] | undefined>
    forget(): void
  }
  nodeAt(url: URL): PanelOrigin
}

/** Nodes take no larger file as installed. */
const maxUpload = 100 * 1024 * 1024
/** Milliseconds in which a node takes what was sent last. */
const uploadTimeoutMs = 120_000

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
    const boundary = `gatehouse-${crypto.randomUUID()}`
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${quotable(nameOf(path))}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    )
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const stream = Readable.from(
      (async function* () {
        yield head
        let sent = 0
        for await (const piece of createReadStream(source, { highWaterMark: 256 * 1024 })) {
          const bytes = piece as Buffer
          sent += bytes.length
          // A file that grows meanwhile would break the message.
          if (sent > size) throw folderError('damaged', path)
          onPiece(bytes.length)
          yield bytes
        }
        yield tail
      })(),
    )
    const { response } = await nodeAt(url).send(
      {
        url,
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: { stream, length: head.length + size + tail.length },
        timeoutMs: uploadTimeoutMs,
      },
      64 * 1024,
    )
    files.forget()
    const { statusCode: status = 500 } = response
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

/** @throws GatewayError for a name that a form cannot carry */
function quotable(name: string): string {
  if (/["\\\p{Cc}]/u.test(name)) throw folderError('unsupported', name)
  return name
}
