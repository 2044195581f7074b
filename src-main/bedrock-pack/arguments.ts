/** Arguments of a script request: bounded and validated before the game is read. */
import {
  isScriptRequestId,
  type ScriptRequest,
  scriptEventsRequest,
  scriptNamespace,
  scriptRequests,
} from '@contract/bedrock-script.js'

export interface ScriptCall {
  readonly request: ScriptRequest | typeof scriptEventsRequest
  readonly requestId: string
  readonly given: Readonly<Record<string, unknown>>
}

/** Requests of Gatehouse are below 440 bytes. */
const maxMessageLength = 1_024

const requests = [...scriptRequests, scriptEventsRequest] as const

/** Whether an event is named like a request, whatever it contains. */
export const isRequest = (eventId: string): boolean => requests.some((name) => eventId === `${scriptNamespace}:${name}`)

/** Undefined for other events and for requests without an id. */
export function callIn(eventId: string, message: string): ScriptCall | undefined {
  const request = requests.find((name) => eventId === `${scriptNamespace}:${name}`)
  if (!request || message.length > maxMessageLength) return undefined
  try {
    const given: unknown = JSON.parse(message)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
    const { requestId, ...rest } = given as Record<string, unknown>
    return isScriptRequestId(requestId) ? { request, requestId, given: rest } : undefined
  } catch {
    return undefined
  }
}

/** @throws Error */
export function text(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > 128) throw new Error('A text is missing.')
  return value
}

/** @throws Error */
export function number(value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= most)) throw new Error('A number is missing.')
  return value
}

const farthest = 30_000_000

/** @throws Error */
export const position = ({ x, y, z }: Readonly<Record<string, unknown>>) => ({
  x: number(x, -farthest, farthest),
  y: number(y, -farthest, farthest),
  z: number(z, -farthest, farthest),
})
