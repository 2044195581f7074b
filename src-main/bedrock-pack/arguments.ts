/** Arguments of a script request: bounded and validated before the game is read. */
import { isScriptRequestId, type ScriptRequest, scriptNamespace, scriptRequests } from '@contract/bedrock-script.js'

export interface ScriptCall {
  readonly request: ScriptRequest
  readonly requestId: string
  readonly given: Readonly<Record<string, unknown>>
}

/** Requests of Gatehouse are below 440 bytes. */
const maxMessageLength = 1_024

/** Undefined for other events and for requests without an id. */
export function callIn(eventId: string, message: string): ScriptCall | undefined {
  const request = scriptRequests.find((name) => eventId === `${scriptNamespace}:${name}`)
  if (!request || message.length > maxMessageLength) return undefined
  try {
    const given: unknown = JSON.parse(message)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
    const { id, ...rest } = given as Record<string, unknown>
    return isScriptRequestId(id) ? { request, requestId: id, given: rest } : undefined
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
