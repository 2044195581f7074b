/** Rule schema: validates rules that are read from disk or sent by a window (invariant 7). */

import { maxAddressLength } from '../text/plain-address.js'
import { maxPathLength } from '../text/plain-path.js'
import { durations, type Person } from './approval.js'
import { coverageIds, coverageLimits } from './coverage.js'
import { ruleLimits } from './rule.js'

const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength })
const time = { type: 'string', format: 'date-time', maxLength: 40 }
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const effect = { enum: ['allow', 'ask', 'deny'] }
const expiresAt = time
const maxUses = { type: 'integer', minimum: 1, maximum: ruleLimits.maxUses }
const note = text(ruleLimits.note, 0)

/** A capability id, in which `*` matches one part and `**` at the end all remaining parts. */
const capability = {
  type: 'string',
  maxLength: ruleLimits.pattern,
  pattern: '^(?:(?:[a-zA-Z0-9_-]+|\\*)\\.)*(?:[a-zA-Z0-9_-]+|\\*\\*?)$',
}

const name = text(coverageLimits.name, 0)
const path = { type: 'array', maxItems: coverageLimits.path, items: name }
const number = { type: 'number' }

const corner = {
  type: 'object',
  required: ['x', 'y', 'z'],
  properties: { x: number, y: number, z: number },
  additionalProperties: false,
}

const closed = (kind: string, properties: Readonly<Record<string, object>>) => {
  const members = { kind: { const: kind }, at: path, ...properties }
  return { type: 'object', required: Object.keys(members), properties: members, additionalProperties: false }
}
const fact = {
  anyOf: [
    closed('same', { given: { type: 'object' } }),
    closed('near', {
      parameters: { type: 'array', minItems: 3, maxItems: 3, items: name },
      x: number,
      y: number,
      z: number,
      blocks: { type: 'number', minimum: 0, maximum: coverageLimits.blocks },
    }),
    closed('at-most', { parameter: name, number }),
    closed('items-at-most', { parameter: name, items: { type: 'integer', minimum: 1 } }),
    closed('under', { parameter: name, folder: text(maxPathLength) }),
    closed('host', { parameter: name, origin: text(maxAddressLength), subdomains: { type: 'boolean' } }),
    closed('build', {
      name,
      world: name,
      from: corner,
      to: corner,
      blocks: { type: 'integer', minimum: 1 },
    }),
    closed('free', { parameter: name }),
  ],
}

const what = {
  anyOf: [
    { type: 'object', required: ['id'], properties: { id: { const: 'any' } }, additionalProperties: false },
    {
      type: 'object',
      required: ['id', 'facts', 'schema'],
      properties: {
        id: { enum: ['exactly', 'narrow'] },
        facts: { type: 'array', maxItems: coverageLimits.facts, items: fact },
        schema: { type: 'object' },
      },
      additionalProperties: false,
    },
  ],
}

const terms = {
  effect,
  client: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: text(256), name: text(256, 0), claimed: { const: true } },
    additionalProperties: false,
  },
  server: text(256),
  capability,
  version: text(64),
  manifest: hash,
  what,
  arguments: {
    type: 'object',
    required: ['hash', 'shown'],
    properties: { hash, shown: { type: 'object' } },
    additionalProperties: false,
  },
  maxRisk: { enum: ['low', 'medium', 'high', 'critical'] },
  afterText: { const: true },
  expiresAt,
  sessionId: text(256),
  maxUses,
  note,
}

/** Viewers create no rule. */
const creators: readonly Person['kind'][] = ['desktop', 'player', 'phone', 'control', 'remote', 'discord']

const kept = {
  id: text(64),
  createdBy: {
    type: 'object',
    required: ['id', 'name', 'kind'],
    properties: { id: text(256), name: text(256, 0), kind: { enum: creators } },
    additionalProperties: false,
  },
  createdAt: time,
  uses: { type: 'integer', minimum: 0 },
  lastUsedAt: time,
}

/** A rule as stored. */
export const ruleSchema = {
  type: 'object',
  required: ['id', 'effect', 'capability', 'maxRisk', 'createdBy', 'createdAt', 'uses'],
  properties: { ...terms, ...kept },
  additionalProperties: false,
}

/** Rules that a person can create directly: ask or deny. Allow rules are only created from a request. */
export const newRuleSchema = {
  type: 'object',
  required: ['effect', 'capability'],
  properties: {
    effect: { enum: ['ask', 'deny'] },
    capability,
    client: terms.client,
    server: terms.server,
    expiresAt,
    note,
  },
  additionalProperties: false,
}

const orNothing = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })

export const ruleChangeSchema = {
  type: 'object',
  minProperties: 1,
  properties: {
    effect: { enum: ['ask', 'deny'] },
    expiresAt: orNothing(expiresAt),
    maxUses: orNothing(maxUses),
    note: orNothing(note),
  },
  additionalProperties: false,
}

export const durationSchema = { enum: durations }

export const whatSchema = { enum: coverageIds }
