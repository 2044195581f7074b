/** Payloads: what each request of the window must carry, checked before a handler sees it (invariant 7). */
import type { Ajv, ValidateFunction } from 'ajv'
import { clientLimits } from '../contract/client.js'
import { fingerprintPattern } from '../contract/settings.js'
import { isRequestChannel, type RequestChannel } from './channels.js'

export type PayloadCheck = (channel: string, payload: unknown) => boolean

const nothing = {}
const id = { type: 'string', minLength: 1, maxLength: 256 }
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

const schemas: Readonly<Record<RequestChannel, object>> = {
  'app:info': nothing,
  'app:copy-client-configuration': nothing,
  'live:recent': nothing,
  'calls:list': nothing,
  'approvals:list': nothing,
  'approvals:decide': object({ id, decision: { enum: ['approve', 'deny'] } }),
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
  'clients:add': object(
    { name: { type: 'string', maxLength: 256 } },
    {
      grants: {
        type: 'array',
        maxItems: clientLimits.grants,
        items: { type: 'string', maxLength: clientLimits.grant },
      },
      callsPerMinute: { type: 'integer' },
    },
  ),
  'clients:copy-token': object({ id }),
  'clients:revoke': object({ id }),
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
    { force: { type: 'boolean' } },
  ),
  'undo:runLast': object(
    { client: id, count: { type: 'integer', minimum: 1, maximum: 100 } },
    { server: id, force: { type: 'boolean' } },
  ),
  'settings:get': nothing,
  'settings:change': object(
    {},
    { language: { enum: ['system', 'en', 'zh'] }, theme: { enum: ['system', 'light', 'dark'] } },
  ),
  'pop-up:shown': object({ id }),
  'pop-up:resize': object({ height: { type: 'number', minimum: 1, maximum: 4_000 } }),
}

export function createPayloadCheck(ajv: Ajv): PayloadCheck {
  const checks = new Map<string, ValidateFunction>(
    Object.entries(schemas).map(([channel, schema]) => [channel, ajv.compile(schema)]),
  )
  return (channel, payload) => isRequestChannel(channel) && Boolean(checks.get(channel)?.(payload))
}
