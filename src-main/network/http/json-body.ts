/**
 * JSON body: reads a bounded request body and builds the refusal when it is not accepted.
 *
 * Enforces invariant 7: the size is checked while bytes arrive, the structure before parsing.
 */
import type { IncomingMessage } from 'node:http'
import { type ErrorCode, errorCatalogue } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { bodyBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { ByteCollector } from '@contract/text/byte-collector.js'
import { maxBodyBytes, type ReserveBytes } from './body-quota.js'
import type { HttpRefusal } from './refusal.js'

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: keyof typeof problems }

/**
 * Whether the request declares JSON. A web page can send plain text and forms cross-site without a preflight, but not
 * JSON.
 */
export const hasJsonContentType = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^\s*application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/**
 * Reads a body that is declared as JSON.
 *
 * @param reserve reserves memory for the body
 * @param most maximum bytes of the route
 * @throws Error when the connection breaks
 */
export async function readJsonBody(
  request: IncomingMessage,
  reserve: ReserveBytes,
  most: number = maxBodyBytes,
): Promise<JsonBody> {
  if (!hasJsonContentType(request)) return { ok: false, why: 'other-type' }
  const announced = Number(request.headers['content-length'] ?? 0)
  const bytes = announced > most ? 'too-large' : await bytesOf(request, announced, reserve, most)
  if (typeof bytes === 'string') return { ok: false, why: bytes }
  return jsonBodyOf(bytes.toString('utf8'))
}

export function jsonBodyOf(text: string): JsonBody {
  const excess = jsonExcess(text, bodyBounds)
  if (excess) return { ok: false, why: excess }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, why: 'not-json' }
  }
}

async function bytesOf(request: IncomingMessage, announced: number, reserve: ReserveBytes, most: number) {
  const result = reserve(announced)
  if (result !== 'free') return result
  const body = new ByteCollector()
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const bytes = body.length + chunk.length
    if (bytes > most) return 'too-large'
    const more = reserve(bytes)
    if (more !== 'free') return more
    body.add(chunk)
  }
  return body.take()
}

interface Problem {
  readonly code: ErrorCode
  readonly message: string
  readonly suggestion: string
  /** Default: the status of the catalogue. */
  readonly status?: number
  /** Whether it was refused before it was read completely. */
  readonly isUnread?: boolean
}

const problems = {
  'too-large': {
    code: 'PROTOCOL.INVALID_REQUEST',
    status: 413,
    message: 'The body is larger than this address accepts.',
    suggestion: 'Send less, or in several requests.',
    isUnread: true,
  },
  'own-share-taken': {
    code: 'SYSTEM.RATE_LIMITED',
    message: 'This client has too many bytes of pending requests.',
    suggestion: 'Wait until one of them is answered, then send this one again.',
    isUnread: true,
  },
  'all-taken': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'Gatehouse cannot accept another body of this size now.',
    suggestion: 'Send it again in a few seconds.',
    isUnread: true,
  },
  'too-deep': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: `The body nests deeper than ${bodyBounds.depth} levels.`,
    suggestion: 'Send values with fewer levels. No capability needs this many.',
  },
  'too-many': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: `The body holds more than ${bodyBounds.values} values.`,
    suggestion: 'Send less, or in several requests.',
  },
  'too-many-members': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: `A list or object of the body has more than ${bodyBounds.members} members.`,
    suggestion: 'Send less, or in several requests.',
  },
  'too-many-digits': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: `A number of the body is longer than ${bodyBounds.digits} characters.`,
    suggestion: 'Send numbers with fewer digits.',
  },
  'too-many-shapes': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: `The objects of the body have more than ${bodyBounds.shapes} different sets of members.`,
    suggestion: 'Send less, or in several requests.',
  },
  'other-type': {
    code: 'PROTOCOL.INVALID_REQUEST',
    status: 415,
    message: 'The Content-Type must be application/json.',
    suggestion: 'Send the body as JSON, with this header.',
  },
  'not-json': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: 'The body is not JSON.',
    suggestion: 'Send one JSON value, in UTF-8 and without comments; look for a missing quote or bracket at its end.',
  },
} as const satisfies Readonly<Record<string, Problem>>

/** @param most maximum bytes of the route */
export function refusalOfBody(why: keyof typeof problems, most: number = maxBodyBytes): HttpRefusal {
  const {
    code,
    message,
    suggestion,
    status = errorCatalogue[code].httpStatus,
    isUnread = false,
  }: Problem = problems[why]
  const text = why === 'too-large' ? `The body is larger than ${most} bytes.` : message
  return { status, error: new GatewayError(code, { message: text, suggestion }), isUnread }
}
