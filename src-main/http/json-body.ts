/** JSON body: the body of a request, bounded, and what is said of one that is not taken. */
import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../contract/gateway-error.js'
import { deepestMessage, isDeeperThan } from '../contract/json-depth.js'
import type { Refusal } from './refusal.js'

/** Largest body, in bytes. */
export const maxBodyBytes = 16 * 1024 * 1024

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'too-large' | 'too-deep' | 'not-json' }

/** Whether a body is said to be JSON. A web page may send plain text and forms to any address, unasked; JSON it may not. */
export const saysJson = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^\s*application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/** @param most bytes @throws Error when the connection breaks */
export async function readJsonBody(request: IncomingMessage, most = maxBodyBytes): Promise<JsonBody> {
  const text = await readTextBody(request, most)
  return text === undefined ? { ok: false, why: 'too-large' } : jsonBodyOf(text)
}

export function jsonBodyOf(text: string): JsonBody {
  if (isDeeperThan(deepestMessage, text)) return { ok: false, why: 'too-deep' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, why: 'not-json' }
  }
}

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

const problems = {
  'too-large': { status: 413, message: `The body is larger than ${maxBodyBytes} bytes.` },
  'too-deep': { status: 400, message: `The body nests deeper than ${deepestMessage} levels.` },
  'other-type': { status: 415, message: 'The Content-Type must be application/json.' },
  'not-json': { status: 400, message: 'The body is not JSON.' },
} as const

export function refusalOfBody(why: keyof typeof problems): Refusal {
  const { status, message } = problems[why]
  return { status, error: new GatewayError('PROTOCOL.INVALID_REQUEST', { message }) }
}
