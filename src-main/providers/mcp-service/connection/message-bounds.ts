/**
 * Message bounds: how much one message of a service may hold, and what a call gets in place of one that holds more.
 *
 * Guards invariant 7: length, values, members and shapes are bounded before a message is parsed. The call that a dropped
 * message responds to fails with the limit in its words; it does not wait for its time-out.
 */
import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import type { GatewayError } from '../../../contract/gateway-error.js'
import { type JsonBounds, type JsonExcess, jsonExcess } from '../../../contract/json-bounds.js'
import { deepestMessage } from '../../../contract/json-depth.js'
import { serviceError } from '../../../contract/service-error.js'

/** Bytes of one message. The SDK's own 10 MiB end the connection and every call on it. */
export const longestMessage = 8 * 1024 * 1024

/** Of one message: 2,000 tools with 50 values each are the largest list that is taken. */
export const messageBounds: JsonBounds = {
  depth: deepestMessage,
  values: 100_000,
  members: 50_000,
  digits: 400,
  shapes: 10_000,
}

export type MessageExcess = 'too-long' | JsonExcess

export const excessOf = (text: string): JsonExcess | undefined => jsonExcess(text, messageBounds)

const words: Readonly<Record<MessageExcess, string>> = {
  'too-long': `${longestMessage} bytes`,
  'too-many': `${messageBounds.values} values`,
  'too-many-members': `${messageBounds.members} members in one list or object`,
  'too-many-digits': `${messageBounds.digits} characters in one number`,
  'too-many-shapes': `${messageBounds.shapes} different objects`,
  'too-deep': `${messageBounds.depth} levels`,
}

export const excessWords = (excess: MessageExcess): string =>
  `The service sent more than ${words[excess]} in one message.`

export const excessFailure = (excess: MessageExcess): GatewayError =>
  serviceError(3003, {
    message: `${excessWords(excess)} It may or may not have done what was asked.`,
    details: { excess },
  })

/** Known to this process alone: a service cannot pretend that we dropped its message. */
const droppedHere = randomUUID()

/** An error response of ours, in place of the message that was dropped. */
export const droppedResponse = (id: RequestId, excess: MessageExcess): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_603, message: excessWords(excess), data: { [droppedHere]: excess } },
})

/** Why the response of a service was dropped here; undefined when the error is its own. */
export function droppedExcess(data: unknown): MessageExcess | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  return (data as Readonly<Record<string, MessageExcess>>)[droppedHere]
}

/** Characters at its beginning in which a response says what it is. */
const longestHead = 256
const idInHead = /"id" ?: ?(\d{1,15}|"[^"\\]{1,64}")[ ,}]/u

/**
 * The request that a dropped message responds to. Many servers write its id last: where only one request is open, it is that.
 *
 * @param begin of the message. @param open requests
 */
export function respondedTo(begin: string, open: ReadonlySet<RequestId>): RequestId | undefined {
  const head = begin.slice(0, longestHead)
  if (!head.trimStart().startsWith('{') || !head.includes('"result"') || head.includes('"method"')) return undefined
  const said = idInHead.exec(head)?.[1]
  if (said === undefined) return open.size === 1 ? [...open][0] : undefined
  const id = said.startsWith('"') ? said.slice(1, -1) : Number(said)
  return open.has(id) ? id : undefined
}
