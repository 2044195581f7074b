/** Payloads: what each request of the window must carry, checked before a handler sees it (invariant 7). */
import type { Ajv, ValidateFunction } from 'ajv'
import { auditEventTypes, auditOutcomes, mostAuditRows } from '../contract/audit.js'
import { clientLimits, effects, heldRoles } from '../contract/client.js'
import { newRuleSchema, ruleChangeSchema, scopeSchema } from '../contract/rule-schema.js'
import { fingerprintPattern } from '../contract/settings.js'
import { isRequestChannel, type RequestChannel } from './channels.js'

export type PayloadCheck = (channel: string, payload: unknown) => boolean

const nothing = {}
const id = { type: 'string', minLength: 1, maxLength: 256 }
const ids = { type: 'array', minItems: 1, maxItems: 100, uniqueItems: true, items: id }
const decision = { enum: ['approve', 'deny'] }
const typed = { type: 'string', maxLength: 256 }
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

const clientChange = {
  role: { enum: heldRoles },
  roles: {
    type: 'object',
    maxProperties: clientLimits.roles,
    propertyNames: { minLength: 1, maxLength: clientLimits.server },
    additionalProperties: { enum: heldRoles },
  },
  permissions: {
    type: 'array',
    maxItems: clientLimits.permissions,
    items: object(
      { permission: { type: 'string', maxLength: clientLimits.permission }, effect: { enum: effects } },
      { server: id },
    ),
  },
  callsPerMinute: { type: 'integer' },
}

const instant = { type: 'string', format: 'date-time', maxLength: 64 }
const auditFilter = {
  text: { type: 'string', maxLength: 512 },
  client: id,
  server: id,
  capability: id,
  type: { enum: auditEventTypes },
  risk: id,
  request: id,
  outcome: { enum: auditOutcomes },
  since: instant,
  until: instant,
}

const schemas: Readonly<Record<RequestChannel, object>> = {
  'app:info': nothing,
  'app:copy-client-configuration': nothing,
  'live:recent': nothing,
  'calls:list': nothing,
  'approvals:list': nothing,
  'approvals:decide': object({ id, decision }, { scope: scopeSchema, typed }),
  'approvals:decideMany': object({ ids, decision }, { scope: scopeSchema }),
  'approvals:hold': object({ id }),
  'approvals:release': object({ id }),
  'approvals:show': object({ id }),
  'servers:list': nothing,
  'servers:add': object({
    name: { type: 'string', maxLength: 64 },
    address: { type: 'string', maxLength: 256 },
    token: { type: 'string', maxLength: 4_096 },
  }),
  'servers:add-demo': nothing,
  'servers:accept': object({
    id,
    capabilities: {
      type: 'array',
      minItems: 1,
      maxItems: 512,
      items: object({ id, fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
    },
  }),
  'servers:remove': object({ id }),
  'servers:trust-certificate': object({ id, fingerprint: { type: 'string', pattern: fingerprintPattern } }),
  'clients:list': nothing,
  'clients:add': object({ name: { type: 'string', maxLength: 256 } }, clientChange),
  'clients:edit': object({ id }, clientChange),
  'clients:copy-token': object({ id }),
  'clients:revoke': object({ id }),
  'audit:search': object(
    {},
    { ...auditFilter, limit: { type: 'integer', minimum: 1, maximum: mostAuditRows }, cursor: id },
  ),
  'audit:get': object({ id }),
  'audit:state': nothing,
  'audit:export': object({ format: { enum: ['jsonl', 'csv'] }, filter: object({}, auditFilter) }),
  'consents:list': nothing,
  'consents:decide': object({ id, decision: { enum: ['accept', 'decline'] } }, { role: { enum: heldRoles } }),
  'rules:list': object({}, { limit: { type: 'integer', minimum: 1, maximum: 500 }, cursor: id }),
  'rules:create': newRuleSchema,
  'rules:edit': object({ id, change: ruleChangeSchema }),
  'rules:remove': object({ id }),
  'undo:list': object(
    {},
    {
      client: id,
      server: id,
      before: { type: 'integer', minimum: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
    },
  ),
  'undo:preview': object({ requestId: id }),
  'undo:run': object(
    { requestId: id, expected: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
    { force: { type: 'boolean' }, typed },
  ),
  'undo:runLast': object(
    { client: id, count: { type: 'integer', minimum: 1, maximum: 100 } },
    { server: id, force: { type: 'boolean' } },
  ),
  'people:list': nothing,
  'people:pair': nothing,
  'people:confirm': object({ id, check: { type: 'string', pattern: '^[A-Z0-9]{4}$' } }),
  'people:cancel': nothing,
  'people:revoke': object({ id }),
  'settings:get': nothing,
  'settings:problem': nothing,
  'settings:show-file': nothing,
  'settings:change': object(
    {},
    {
      language: { enum: ['system', 'en', 'zh'] },
      theme: { enum: ['system', 'light', 'dark'] },
      lanApprovals: object({ enabled: { type: 'boolean' }, port: { type: 'integer' } }),
      auditDays: { type: 'integer', minimum: 1, maximum: 36_500 },
      auditMebibytes: { type: 'integer', minimum: 1, maximum: 1_048_576 },
      redactAddresses: { type: 'boolean' },
      criticalQuorum: { enum: [1, 2] },
      taintedMediumAsks: { type: 'boolean' },
      panicStopsReading: { type: 'boolean' },
      panicShortcut: { type: 'string', maxLength: 64 },
      streamSafe: { type: 'boolean' },
      streamNames: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 64 } },
      overlay: { type: 'object', maxProperties: 3 },
    },
  ),
  'pop-up:shown': object({ id }, { others: ids }),
  'panic:state': nothing,
  'panic:on': nothing,
  'panic:off': object({ confirmed: { const: true } }),
  'overlay:state': nothing,
  'overlay:copy': nothing,
  'overlay:renew': nothing,
  'approvals:reveal': object({ id }),
  'pop-up:resize': object({ height: { type: 'number', minimum: 1, maximum: 4_000 } }),
}

export function createPayloadCheck(ajv: Ajv): PayloadCheck {
  const checks = new Map<string, ValidateFunction>(
    Object.entries(schemas).map(([channel, schema]) => [channel, ajv.compile(schema)]),
  )
  return (channel, payload) => isRequestChannel(channel) && Boolean(checks.get(channel)?.(payload))
}
