/**
 * Message bounds: limits of one service message, and the error that replaces a message over the limits.
 *
 * Guards invariant 7: length, values, members and shapes are checked before parsing. A call whose response was dropped
 * fails at once with the limit, instead of waiting for its timeout.
 */
import { randomUUID } from 'node:crypto'
import type { GatewayError } from '@contract/gateway-error.js'
import { type JsonBounds, type JsonExcess, jsonExcess } from '@contract/json/json-bounds.js'
import { maxMessageDepth } from '@contract/json/json-depth.js'
import { serviceError } from '@contract/service-error.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

/** Maximum bytes of one message. Exceeding the SDK's own 10 MiB would end the connection and all its calls. */
export const maxMessageLength = 8 * 1024 * 1024

/** Maximum values of one message: enough for 2,000 tools with 50 values each. */
export const messageBounds: JsonBounds = {
  depth: maxMessageDepth,
  values: 100_000,
  members: 50_000,
  digits: 400,
  shapes: 10_000,
}

export type MessageExcess = 'too-long' | JsonExcess

export const excessOf = (text: string): JsonExcess | undefined => jsonExcess(text, messageBounds)

const words: Readonly<Record<MessageExcess, string>> = {
  'too-long': `${maxMessageLength} bytes`,
  'too-many': `${messageBounds.values} values`,
  'too-many-members': `${messageBounds.members} members in one list or object`,
  'too-many-digits': `${messageBounds.digits} characters in one number`,
  'too-many-shapes': `${messageBounds.shapes} different objects`,
  'too-deep': `${messageBounds.depth} levels`,
}

export const excessText = (excess: MessageExcess): string =>
  `The service sent more than ${words[excess]} in one message.`

export const excessFailure = (excess: MessageExcess): GatewayError =>
  serviceError(3003, {
    message: `${excessText(excess)} The action may have been done.`,
    details: { excess },
  })

/** Known only to this process, so a service cannot fake a dropped message. */
const droppedHere = randomUUID()

/** The error response that replaces a dropped message. */
export const droppedResponse = (id: RequestId, excess: MessageExcess): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_603, message: excessText(excess), data: { [droppedHere]: excess } },
})

/** Why a service's response was dropped; undefined when the error is the service's own. */
export function droppedExcess(data: unknown): MessageExcess | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  return (data as Readonly<Record<string, MessageExcess>>)[droppedHere]
}

/** Characters at the start of a response in which its id is searched. */
const maxHeadLength = 256
const idInHead = /"id" ?: ?(\d{1,15}|"[^"\\]{1,64}")[ ,}]/u

/**
 * The request that a dropped message responds to. Many servers write its id last: when only one request is open, that
 * one is used.
 *
 * @param begin of the message. @param open requests
 */
export function respondedTo(begin: string, open: ReadonlySet<RequestId>): RequestId | undefined {
  const head = begin.slice(0, maxHeadLength)
  if (!head.trimStart().startsWith('{') || !head.includes('"result"') || head.includes('"method"')) return undefined
  const said = idInHead.exec(head)?.[1]
  if (said === undefined) return open.size === 1 ? [...open][0] : undefined
  const id = said.startsWith('"') ? said.slice(1, -1) : Number(said)
  return open.has(id) ? id : undefined
}
