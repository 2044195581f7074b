/**
 * Frames of the Bedrock WebSocket protocol. See docs/protocol.md#bedrock-messages.
 *
 * Guards invariant 7: size and depth of a frame are checked before parsing, and old formats are normalized.
 */

import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject, parseObject } from '@contract/json/json-object.js'
import type { BedrockEvent } from '../link.js'

/** Maximum bytes of one frame. */
export const maxFrameBytes = 131_072
const maxFrameDepth = 32

/** Status codes of the game. */
export const statusCodes = {
  /** Invalid command name or arguments. */
  syntax: -2_147_483_648,
  /** Used in error frames. */
  unknownCommand: -2_147_483_647,
  noTarget: -2_147_352_576,
  tooManyPending: -2_147_418_109,
  encryptionRequired: -2_147_418_107,
} as const

export type IncomingFrame =
  /** `isError`: an error frame, possibly without a matching request. */
  | { readonly kind: 'response'; readonly requestId: string; readonly body: JsonObject; readonly isError: boolean }
  | { readonly kind: 'event'; readonly event: BedrockEvent }

/** Parses a frame in linear time; undefined when it is invalid. */
export function readFrame(text: string): IncomingFrame | undefined {
  if (isDeeperThan(maxFrameDepth, text)) return undefined
  const parsed = parseObject(text)
  if (!isObject(parsed?.header)) return undefined
  const { header } = parsed
  const body = isObject(parsed.body) ? parsed.body : {}
  const name = header.eventName ?? body.eventName
  const purpose = header.messagePurpose
  if (typeof name === 'string' && (purpose === undefined || purpose === 'event' || purpose === 'chat'))
    return { kind: 'event', event: { name: name.slice(0, 64), body: flatBody(body) } }
  if (typeof header.requestId !== 'string') return undefined
  return { kind: 'response', requestId: header.requestId, body, isError: purpose === 'error' }
}

/** Games before 1.1 send the event name in the body, and the values under `properties`. */
function flatBody({ eventName: _name, ...body }: JsonObject): JsonObject {
  const { properties, ...rest } = body
  if (!isObject(properties)) return body
  const { Message: message, MessageType: type, Sender: sender, Receiver: receiver } = properties
  return {
    ...properties,
    ...(message !== undefined && { message }),
    ...(type !== undefined && { type }),
    ...(sender !== undefined && { sender }),
    ...(receiver !== undefined && { receiver }),
    ...rest,
  }
}

interface OutgoingRequest {
  readonly requestId: string
  readonly text: string
}

/** `EventName` is required by docs/protocol.md#bedrock-messages; games ignore it. */
function outgoing(messagePurpose: string, body: JsonObject): OutgoingRequest {
  const requestId = randomUUID()
  const header = {
    version: 1,
    requestId,
    messagePurpose,
    messageType: 'commandRequest',
    EventName: 'commandRequest',
  }
  return { requestId, text: JSON.stringify({ header, body }) }
}

/** Version of the command syntax of current games. */
const commandVersion = 17_039_360

export function commandFrame(commandLine: string): OutgoingRequest {
  const isMessage = commandLine.startsWith('tellraw ')
  return outgoing('commandRequest', {
    version: isMessage ? 1 : commandVersion,
    commandLine,
    origin: { type: isMessage ? 'say' : 'player' },
  })
}

export const subscribeFrame = (eventName: string): OutgoingRequest => outgoing('subscribe', { eventName })
export const unsubscribeFrame = (eventName: string): OutgoingRequest => outgoing('unsubscribe', { eventName })
export const encryptFrame = (body: JsonObject): OutgoingRequest => outgoing('ws:encrypt', body)
