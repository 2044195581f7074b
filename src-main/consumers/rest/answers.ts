/**
 * Answers: what a route found, as it goes back to a script: the envelope of specification 1, section 4.3, the HTTP
 * status of the error catalogue, and an `ETag` on what can be asked again.
 *
 * The `ETag` is made of `data` (of the whole document, where there is no envelope): `requestId` and `timestamp` are of
 * the request and differ each time.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { assertNever } from '../../contract/assert-never.js'
import { deprecationNotice } from '../../contract/deprecation.js'
import { envelopeOf, errorOf } from '../../gateway/call-answer.js'
import type { CallReport } from '../../gateway/call-path.js'
import type { Clock } from '../../gateway/ports.js'
import { documented } from '../../http/error-guide.js'
import { originOf, type Refusal, refuseInEnvelope } from '../../http/refusal.js'
import { basePath } from './base-path.js'
import { type EventStream, writeStream } from './event-stream.js'

export type Answer =
  | { readonly kind: 'found'; readonly data: object }
  | { readonly kind: 'document'; readonly document: object }
  | { readonly kind: 'called'; readonly report: CallReport }
  | { readonly kind: 'stream'; readonly stream: EventStream }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer, clock: Clock): void {
  response.setHeader('Cache-Control', 'no-cache')
  switch (answer.kind) {
    case 'found': {
      const envelope = { success: true, requestId: randomUUID(), timestamp: new Date().toISOString() }
      return writeTagged(request, response, answer.data, { ...envelope, data: answer.data })
    }
    case 'document':
      return writeTagged(request, response, answer.document, answer.document)
    case 'called':
      return writeCall(response, answer.report)
    case 'stream':
      return writeStream(request, response, answer.stream, clock)
    case 'refused':
      return refuseInEnvelope(response, answer.refusal)
    default:
      return assertNever(answer)
  }
}

function writeTagged(request: IncomingMessage, response: ServerResponse, content: object, body: object): void {
  const tag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`
  response.setHeader('ETag', tag)
  if (knows(request.headers['if-none-match'], tag)) response.writeHead(304).end()
  else write(response, 200, body)
}

/** RFC 9110, section 13.1.2: compared weakly. */
export const knows = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((known) => {
    const plain = known.trim().replace(/^W\//, '')
    return plain === '*' || plain === tag
  })

function writeCall(response: ServerResponse, report: CallReport): void {
  const { requestId, timestamp, metadata } = envelopeOf(report)
  const { outcome, deprecated } = report
  const head = { requestId, timestamp }
  const foot = { metadata: { ...metadata, ...(deprecated && { warnings: [deprecationNotice(deprecated)] }) } }
  if (deprecated?.replacement) response.setHeader('Link', successorLink(deprecated.replacement))
  if (outcome.kind === 'done') return write(response, 200, { success: true, ...head, data: outcome.data, ...foot })
  const error = errorOf(outcome)
  const retryAfterMs = error.details?.retryAfterMs
  if (typeof retryAfterMs === 'number') response.setHeader('Retry-After', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  write(response, error.httpStatus, { success: false, ...head, error: documented(error, originOf(response)), ...foot })
}

/** RFC 5829, section 3.1. */
const successorLink = (capabilityId: string): string =>
  `<${basePath}/capabilities/${encodeURIComponent(capabilityId)}>; rel="successor-version"`

function write(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
}
