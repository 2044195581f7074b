/**
 * Management replies: JSON Schemas for responses and notifications of the management protocol.
 *
 * Guards invariants 5 and 7: every string is untrusted text of bounded length, and an invalid value is rejected.
 */

import { GatewayError } from '@contract/gateway-error.js'
import Ajv, { type ValidateFunction } from 'ajv'

export interface ManagedPlayer {
  /** UUID with hyphens. */
  readonly id?: string
  readonly name?: string
}

export interface ManagedOperator {
  readonly player: ManagedPlayer
  readonly permissionLevel?: number
  readonly bypassesPlayerLimit?: boolean
}

export interface ManagedBan {
  readonly player: ManagedPlayer
  readonly reason?: string
  readonly source?: string
  /** ISO 8601. */
  readonly expires?: string
}

export interface ManagementStatus {
  /** False while the world is loading. */
  readonly started: boolean
  /** Absent in reports sent before the world is loaded. */
  readonly players?: readonly ManagedPlayer[]
  readonly version?: { readonly name: string; readonly protocol: number }
}

export type RuleValue = boolean | number | string

export interface ManagedGameRule {
  readonly key: string
  readonly value: RuleValue
  readonly type?: string
}

export interface DiscoverReply {
  readonly info: { readonly title?: string; readonly version: string }
  readonly methods: readonly { readonly name: string }[]
}

const text = (maxLength: number) => ({ type: 'string', maxLength })
const list = (items: object, maxItems = 10_000) => ({ type: 'array', maxItems, items })
const record = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })

const player = { ...record({ id: text(64), name: text(64) }), anyOf: [{ required: ['id'] }, { required: ['name'] }] }
const operator = record({ player, permissionLevel: { type: 'integer' }, bypassesPlayerLimit: { type: 'boolean' } }, [
  'player',
])
const ban = record({ player, reason: text(1_024), source: text(256), expires: text(64) }, ['player'])
const scalar = { type: ['boolean', 'number', 'string'], maxLength: 4_096 }
const gameRule = record({ key: text(256), value: scalar, type: text(64) }, ['key', 'value'])
const status = record(
  {
    started: { type: 'boolean' },
    players: list(player),
    version: record({ name: text(256), protocol: { type: 'integer' } }, ['name', 'protocol']),
  },
  ['started'],
)
const discovery = record(
  {
    info: record({ title: text(256), version: text(64) }, ['version']),
    methods: list(record({ name: text(256) }, ['name']), 2_000),
  },
  ['info', 'methods'],
)

const schemas = {
  player,
  players: list(player),
  operators: list(operator),
  bans: list(ban),
  gameRule,
  gameRules: list(gameRule, 1_000),
  status,
  discovery,
  setting: scalar,
  done: { type: 'boolean' },
} as const satisfies Record<string, object>

export interface Replies {
  player: ManagedPlayer
  players: readonly ManagedPlayer[]
  operators: readonly ManagedOperator[]
  bans: readonly ManagedBan[]
  gameRule: ManagedGameRule
  gameRules: readonly ManagedGameRule[]
  status: ManagementStatus
  discovery: DiscoverReply
  setting: RuleValue
  done: boolean
}
export type ReplyKind = keyof Replies

let ajv: Ajv | undefined
const validators = new Map<ReplyKind, ValidateFunction>()

function validatorOf(kind: ReplyKind): ValidateFunction {
  ajv ??= new Ajv({ strict: false, ownProperties: true })
  const known = validators.get(kind) ?? ajv.compile(schemas[kind])
  validators.set(kind, known)
  return known
}

/** The value when it is valid; undefined otherwise. */
export const readAs = <Kind extends ReplyKind>(kind: Kind, value: unknown): Replies[Kind] | undefined =>
  validatorOf(kind)(value) ? (value as Replies[Kind]) : undefined

/** @throws GatewayError when the value is invalid */
export function expectAs<Kind extends ReplyKind>(kind: Kind, value: unknown, method: string): Replies[Kind] {
  const read = readAs(kind, value)
  if (read === undefined) {
    throw new GatewayError('PROTOCOL.INVALID_RESPONSE', {
      message: 'The server sent a reply that does not match the management protocol.',
      suggestion: 'The action may have run. Read the state of the server before trying again.',
      details: { reason: 'unexpected-shape', method, mayHaveRun: true },
    })
  }
  return read
}
