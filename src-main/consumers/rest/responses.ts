/**
 * Responses: the result of a route for a script: the envelope of docs/protocol.md#calls-envelope, the HTTP status of
 * the error catalogue, and an `ETag` on cacheable ones.
 *
 * The `ETag` is a hash of `data` (of the whole document without an envelope): `requestId` and `timestamp` differ each
 * time.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { assertNever } from '@contract/assert-never.js'
import type { JsonObject } from '@contract/call.js'
import { deprecationNotice } from '@contract/deprecation.js'
import { type ApprovalStatus, envelopeOf, errorOf, isRefusal } from '../../gateway/ports/call-response.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { withDocumentationLink } from '../../network/http/error-links.js'
import { type HttpRefusal, originOf, refuseInEnvelope } from '../../network/http/refusal.js'
import { basePath } from './base-path.js'
import { type EventStream, writeStream } from './event-stream.js'

export type RestResponse =
  | { readonly kind: 'found'; readonly data: object }
  | { readonly kind: 'document'; readonly document: object }
  | { readonly kind: 'called'; readonly report: CallReport }
  | { readonly kind: 'approval'; readonly status: ApprovalStatus }
  | { readonly kind: 'stream'; readonly stream: EventStream }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }

export function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: RestResponse,
  clock: Clock,
): void {
  response.setHeader('Cache-Control', 'no-cache')
  switch (answer.kind) {
    case 'found': {
      const envelope = { success: true, requestId: randomUUID(), timestamp: new Date().toISOString() }
      return writeTagged(request, response, answer.data, { ...envelope, data: answer.data })
    }
    case 'approval': {
      const { status } = answer
      const data = status.state === 'ended' ? withResult(status, originOf(response)) : status
      return writeResponse(request, response, { kind: 'found', data }, clock)
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

/** The end of a call as its caller would have received it. */
function withResult(
  { report, ...status }: Extract<ApprovalStatus, { state: 'ended' }>,
  origin: string | undefined,
): JsonObject {
  return { ...status, result: callBody(report, origin) }
}

function writeTagged(request: IncomingMessage, response: ServerResponse, content: object, body: object): void {
  const tag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`
  response.setHeader('ETag', tag)
  if (matchesETag(request.headers['if-none-match'], tag)) response.writeHead(304).end()
  else write(response, 200, body)
}

/** RFC 9110, section 13.1.2: compared weakly. */
export const matchesETag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((known) => {
    const plain = known.trim().replace(/^W\//, '')
    return plain === '*' || plain === tag
  })

function writeCall(response: ServerResponse, report: CallReport): void {
  const { outcome, deprecated } = report
  const body = callBody(report, originOf(response))
  if (deprecated?.replacement) response.setHeader('Link', successorLink(deprecated.replacement))
  if (!isRefusal(outcome)) return write(response, 200, body)
  if (outcome.kind === 'pending') response.setHeader('Location', `${basePath}/approvals/${outcome.approvalId}`)
  const { httpStatus, details } = errorOf(outcome)
  const retryAfterMs = outcome.kind === 'pending' ? askAgainAfterMs : details?.retryAfterMs
  if (typeof retryAfterMs === 'number') response.setHeader('Retry-After', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  write(response, httpStatus, body)
}

/** Polling interval of a pending request. */
const askAgainAfterMs = 5_000

/** The end of a call, in the envelope. */
export function callBody(report: CallReport, origin: string | undefined): JsonObject {
  const { requestId, timestamp, metadata } = envelopeOf(report)
  const { outcome, deprecated } = report
  const head = { requestId, timestamp }
  const foot = {
    metadata: {
      ...metadata,
      ...(outcome.kind === 'foreseen' && { dryRun: true }),
      ...(deprecated && { warnings: [deprecationNotice(deprecated)] }),
    },
  }
  if (isRefusal(outcome))
    return { success: false, ...head, error: withDocumentationLink(errorOf(outcome, askAfter), origin), ...foot }
  if (outcome.kind === 'foreseen') return { success: true, ...head, data: outcome.forecast, ...foot }
  const { data, pictures } = outcome
  return { success: true, ...head, data, ...(pictures && { pictures }), ...foot }
}

const askAfter = (id: string): string => `GET ${basePath}/approvals/${id}`

/** RFC 5829, section 3.1. */
const successorLink = (capabilityId: string): string =>
  `<${basePath}/capabilities/${encodeURIComponent(capabilityId)}>; rel="successor-version"`

function write(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
}
