/** JSON body: the body of a request, bounded. */
import type { IncomingMessage } from 'node:http'

/** Largest body, in bytes. */
export const maxBodyBytes = 16 * 1024 * 1024

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'too-large' | 'not-json' }

/** @throws Error when the connection breaks */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return { ok: false, why: 'too-large' }
    chunks.push(chunk)
  }
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  } catch {
    return { ok: false, why: 'not-json' }
  }
}
