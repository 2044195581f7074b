/**
 * Frame reader: parses a received text as a frame, or reports why it is invalid.
 *
 * Guards invariant 7. The type is read first, then only the schema of that type is applied, so that the reason is
 * specific. Registration, heartbeat and update fields are read from the top level or from `payload`; an option allows
 * them without `id` and `timestamp`.
 */
import { randomUUID } from 'node:crypto'
import { maxFrameBytes } from '@contract/frames.js'
import type { MessageFrame } from '@contract/generated/message-frame.js'
import { frameBounds, type JsonExcess, jsonExcess } from '@contract/json/json-bounds.js'
import { parseJson } from '@contract/json/json-object.js'
import type { Ajv, ValidateFunction } from 'ajv'
import { compiled } from './ajv.js'
import { problemsOf } from './problems.js'

export type ReadFrame =
  | { readonly ok: true; readonly frame: MessageFrame }
  | {
      readonly ok: false
      readonly reason: string
      /** Type of the frame, if known. */
      readonly type?: MessageFrame['type']
      readonly correlationId?: string
    }

/** Offers contain up to 512 manifests, and responses the blocks of a region: they may have the maximum size. */
const large: ReadonlySet<string> = new Set(['register_ack', 'capability_update', 'request', 'response'])
/** Heartbeats, which contain a few numbers. */
const small: ReadonlySet<string> = new Set(['heartbeat', 'heartbeat_ack'])

/** Maximum number of characters of a frame of this type. */
const maxCharacters = (type: string): number =>
  large.has(type) ? maxFrameBytes : small.has(type) ? 16 * 1024 : 256 * 1024

const excesses: Readonly<Record<JsonExcess, string>> = {
  'too-deep': `it nests deeper than ${frameBounds.depth} levels`,
  'too-many': `it holds more than ${frameBounds.values} values`,
  'too-many-members': `a list or object of it has more than ${frameBounds.members} members`,
  'too-many-digits': `a number of it is longer than ${frameBounds.digits} characters`,
  'too-many-shapes': `its objects have more than ${frameBounds.shapes} different sets of members`,
}

const definitions: Readonly<Record<MessageFrame['type'], string>> = {
  request: 'RequestFrame',
  response: 'ResponseFrame',
  event: 'EventFrame',
  error: 'ErrorFrame',
  heartbeat: 'HeartbeatFrame',
  heartbeat_ack: 'HeartbeatAckFrame',
  register: 'RegisterFrame',
  register_ack: 'RegisterAckFrame',
  capability_update: 'CapabilityUpdateFrame',
}

const unwrapped: ReadonlySet<string> = new Set([
  'register',
  'register_ack',
  'heartbeat',
  'heartbeat_ack',
  'capability_update',
])

/**
 * @param completes whether registration, heartbeat and update may come without `id` or `timestamp`, as
 *   docs/protocol.md#agents-registration allows agents: they get a generated id and the time of receipt
 */
export function createFrameReader(ajv: Ajv, { completes = false } = {}): (text: string) => ReadFrame {
  const isHead = compiled<Pick<MessageFrame, 'id' | 'type'> & { correlationId?: string; payload?: object }>(
    ajv,
    'message-frame-v1.json#/definitions/Head',
  )
  /** Validators by type, each compiled for the first frame of its type. */
  const validators = new Map<MessageFrame['type'], ValidateFunction<MessageFrame>>()
  function validatorOf(type: MessageFrame['type']): ValidateFunction<MessageFrame> {
    const known = validators.get(type)
    if (known) return known
    const fresh = compiled<MessageFrame>(ajv, `message-frame-v1.json#/definitions/${definitions[type]}`)
    validators.set(type, fresh)
    return fresh
  }
  return (text) => {
    const excess = jsonExcess(text, frameBounds)
    if (excess) return { ok: false, reason: excesses[excess] }
    const parsed = parseJson(text)
    const value = completes ? completed(parsed) : parsed
    if (value === undefined) return { ok: false, reason: 'it is not JSON' }
    if (!isHead(value)) return { ok: false, reason: reason(isHead.errors, value), ...typeOf(value) }
    if (text.length > maxCharacters(value.type))
      return {
        ok: false,
        reason: `a ${value.type} is larger than ${maxCharacters(value.type)} characters`,
        type: value.type,
      }
    const correlationId = value.correlationId
    const frame = unwrapped.has(value.type) && value.payload ? { ...value.payload, ...value } : value
    const isFrame = validatorOf(value.type)
    if (isFrame(frame)) return { ok: true, frame }
    const why = reason(isFrame.errors, frame)
    return { ok: false, reason: why, type: value.type, ...(correlationId && { correlationId }) }
  }
}

/** Completes the header of a frame and moves its fields to the top level; any other value is returned unchanged. */
function completed(value: unknown): unknown {
  const { type } = typeOf(value)
  if (!type || !unwrapped.has(type)) return value
  const { id = randomUUID(), timestamp = new Date().toISOString() } = value as { id?: unknown; timestamp?: unknown }
  return { ...(value as object), id, timestamp }
}

/** The type that a frame declares, even when the rest is invalid. */
function typeOf(value: unknown): { type?: MessageFrame['type'] } {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof type === 'string' && Object.hasOwn(definitions, type) ? { type: type as MessageFrame['type'] } : {}
}

function reason(errors: Parameters<typeof problemsOf>[0], value: unknown): string {
  const [problem] = problemsOf(errors, value)
  return problem
    ? `${problem.path || 'the frame'}: expected ${problem.expected}, got ${problem.given}`
    : 'it is not a frame'
}
