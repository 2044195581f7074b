/** JSON body: the body of a request, bounded. */
import type { IncomingMessage } from 'node:http'
import { deepestMessage, isDeeperThan } from '../contract/json-depth.js'

/** Largest body, in bytes. */
export const maxBodyBytes = 16 * 1024 * 1024

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'too-large' | 'too-deep' | 'not-json' }

/** @throws Error when the connection breaks */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return { ok: false, why: 'too-large' }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (isDeeperThan(deepestMessage, text)) return { ok: false, why: 'too-deep' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, why: 'not-json' }
  }
}
