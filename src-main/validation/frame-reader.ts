/**
 * Frame reader: text from the other side as a frame, or why it is none.
 *
 * Guards invariant 7. The kind is known first, then exactly that kind's schema is held against it, so that the reason
 * names what is wrong. Registration, heartbeat and update fields are taken from the top level or from `payload`; where they
 * may come without `id` and `timestamp` depends on who reads.
 */
import { randomUUID } from 'node:crypto'
import { maxFrameBytes } from '@contract/frames.js'
import type { MessageFrame } from '@contract/generated/message-frame.js'
import { frameBounds, type JsonExcess, jsonExcess } from '@contract/json/json-bounds.js'
import type { Ajv, ValidateFunction } from 'ajv'
import { compiled } from './ajv.js'
import { problemsOf } from './problems.js'

export type ReadFrame =
  | { readonly ok: true; readonly frame: MessageFrame }
  | {
      readonly ok: false
      readonly reason: string
      /** Kind of the frame, where it is known. */
      readonly type?: MessageFrame['type']
      readonly correlationId?: string
    }

/** Offers carry up to 512 manifests, and answers the blocks of a region: they may fill the largest frame. */
const large: ReadonlySet<string> = new Set(['register_ack', 'capability_update', 'request', 'response'])
/** Signs of life, which say a few numbers. */
const small: ReadonlySet<string> = new Set(['heartbeat', 'heartbeat_ack'])

/** Characters of a frame of this kind. */
const longest = (type: string): number => (large.has(type) ? maxFrameBytes : small.has(type) ? 16 * 1024 : 256 * 1024)

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
 *   docs/protocol.md#agents-registration allows agents: they get an id of ours and the time they came
 */
export function createFrameReader(ajv: Ajv, { completes = false } = {}): (text: string) => ReadFrame {
  const isHead = compiled<Pick<MessageFrame, 'id' | 'type'> & { correlationId?: string; payload?: object }>(
    ajv,
    'message-frame-v1.json#/definitions/Head',
  )
  /** By the kind of frame, each compiled when the first of its kind comes. */
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
    const parsed = parse(text)
    const value = completes ? completed(parsed) : parsed
    if (value === undefined) return { ok: false, reason: 'it is not JSON' }
    if (!isHead(value)) return { ok: false, reason: reason(isHead.errors, value), ...typeOf(value) }
    if (text.length > longest(value.type))
      return { ok: false, reason: `a ${value.type} is larger than ${longest(value.type)} characters`, type: value.type }
    const correlationId = value.correlationId
    const frame = unwrapped.has(value.type) && value.payload ? { ...value.payload, ...value } : value
    const isFrame = validatorOf(value.type)
    if (isFrame(frame)) return { ok: true, frame }
    const why = reason(isFrame.errors, frame)
    return { ok: false, reason: why, type: value.type, ...(correlationId && { correlationId }) }
  }
}

/** A frame that has its fields at the top level, with what it left out of its head; anything else as it is. */
function completed(value: unknown): unknown {
  const { type } = typeOf(value)
  if (!type || !unwrapped.has(type)) return value
  const { id = randomUUID(), timestamp = new Date().toISOString() } = value as { id?: unknown; timestamp?: unknown }
  return { ...(value as object), id, timestamp }
}

/** The kind a frame gives itself, however wrong the rest of it is. */
function typeOf(value: unknown): { type?: MessageFrame['type'] } {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof type === 'string' && Object.hasOwn(definitions, type) ? { type: type as MessageFrame['type'] } : {}
}

function reason(errors: Parameters<typeof problemsOf>[0], value: unknown): string {
  const [problem] = problemsOf(errors, value)
  return problem
    ? `${problem.path || 'the frame'}: expected ${problem.expected}, got ${problem.given}`
    : 'it is no frame'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
