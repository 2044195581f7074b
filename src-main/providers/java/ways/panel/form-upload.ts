/** Form upload: one file as the body of a form, which is how panels take files. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { folderError } from '../../folder/folder-problem.js'
import type { PanelOrigin } from './panel-request.js'

export interface FormFile {
  /** Name of the field in the form. */
  readonly field: string
  readonly name: string
  readonly size: number
  readonly pieces: Iterable<Buffer> | AsyncIterable<Buffer>
}

/** Milliseconds in which a node takes what was sent last. */
const uploadTimeoutMs = 120_000

/** @param onPiece called after each piece; may throw to end it */
export async function* piecesOf(source: string, onPiece: (bytes: number) => void): AsyncIterable<Buffer> {
  for await (const piece of createReadStream(source, { highWaterMark: 256 * 1024 })) {
    onPiece((piece as Buffer).length)
    yield piece as Buffer
  }
}

/** @returns the status of the response @throws GatewayError for a name that a form cannot carry */
export async function uploadForm(node: PanelOrigin, url: URL, { field, name, size, pieces }: FormFile) {
  if (/["\\\p{Cc}]/u.test(name)) throw folderError('unsupported', name)
  const boundary = `gatehouse-${crypto.randomUUID()}`
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const body = async function* () {
    yield head
    let sent = 0
    for await (const piece of pieces) {
      sent += piece.length
      // A file that grows meanwhile would break the message.
      if (sent > size) throw folderError('damaged', name)
      yield piece
    }
    yield tail
  }
  const { response } = await node.send(
    {
      url,
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: { stream: Readable.from(body()), length: head.length + size + tail.length },
      timeoutMs: uploadTimeoutMs,
    },
    64 * 1024,
  )
  return response.statusCode ?? 500
}
