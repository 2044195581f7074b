/**
 * Frames of the Bedrock WebSocket protocol, as games and docs/protocol.md#bedrock-messages write them.
 *
 * Guards invariant 7: what a game sends is bounded and shallow before it is parsed, and one shape after.
 */

import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import type { BedrockEvent } from '../link.js'

/** Bytes of one frame. */
export const maxFrameBytes = 131_072
const deepestFrame = 32

/** Status codes of the game. */
export const statusCodes = {
  /** The text is no command: the word it begins with, or what follows. */
  syntax: -2_147_483_648,
  /** Of an error frame. */
  unknownCommand: -2_147_483_647,
  noTarget: -2_147_352_576,
  tooManyPending: -2_147_418_109,
  encryptionRequired: -2_147_418_107,
} as const

export type IncomingFrame =
  /** `isError`: an error frame, which may belong to no request. */
  | { readonly kind: 'response'; readonly requestId: string; readonly body: JsonObject; readonly isError: boolean }
  | { readonly kind: 'event'; readonly event: BedrockEvent }

/** Reads a frame; undefined when it is none. Takes time linear in its length. */
export function readFrame(text: string): IncomingFrame | undefined {
  if (isDeeperThan(deepestFrame, text)) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(parsed) || !isObject(parsed.header)) return undefined
  const { header } = parsed
  const body = isObject(parsed.body) ? parsed.body : {}
  const name = header.eventName ?? body.eventName
  const purpose = header.messagePurpose
  if (typeof name === 'string' && (purpose === undefined || purpose === 'event' || purpose === 'chat'))
    return { kind: 'event', event: { name: name.slice(0, 64), body: flatBody(body) } }
  if (typeof header.requestId !== 'string') return undefined
  return { kind: 'response', requestId: header.requestId, body, isError: purpose === 'error' }
}

/** Games before 1.1 put the name into the body, and the values under `properties`. */
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

interface Outgoing {
  readonly requestId: string
  readonly text: string
}

/** `EventName` is in docs/protocol.md#bedrock-messages; games ignore it. */
function outgoing(messagePurpose: string, body: JsonObject): Outgoing {
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

/** The command syntax of current games. */
const commandVersion = 17_039_360

export function commandFrame(commandLine: string): Outgoing {
  const isMessage = commandLine.startsWith('tellraw ')
  return outgoing('commandRequest', {
    version: isMessage ? 1 : commandVersion,
    commandLine,
    origin: { type: isMessage ? 'say' : 'player' },
  })
}

export const subscribeFrame = (eventName: string): Outgoing => outgoing('subscribe', { eventName })
export const unsubscribeFrame = (eventName: string): Outgoing => outgoing('unsubscribe', { eventName })
export const encryptFrame = (body: JsonObject): Outgoing => outgoing('ws:encrypt', body)
