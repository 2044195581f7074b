/** Text body: reads a small request body. */
import type { IncomingMessage } from 'node:http'
import { ByteCollector } from '@contract/text/byte-collector.js'

/** Undefined when it has more than `most` bytes. @throws Error when the connection breaks */
export async function readTextBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const body = new ByteCollector()
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (body.length + chunk.length > most) return undefined
    body.add(chunk)
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.take())
}
