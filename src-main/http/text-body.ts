/** Text body: a small body, for routes that read no large ones. */
import type { IncomingMessage } from 'node:http'

/** Undefined when it has more than `most` bytes. @throws Error when the connection breaks */
export async function readTextBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
