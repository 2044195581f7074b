/** Payloads: what each request of the window must carry, checked before a handler sees it (invariant 7). */

import type { Ajv, ValidateFunction } from 'ajv'
import { auditEventTypes, auditOutcomes, mostAuditRows } from '../contract/audit.js'
import { builtInRules, postures } from '../contract/built-in-rule.js'
import { chatLimits, modelProviders } from '../contract/chat.js'
import { clientLimits, effects, heldRoles } from '../contract/client.js'
import { programIds } from '../contract/connection.js'
import { playerLinkLimits } from '../contract/game-approval.js'
import { longestInput } from '../contract/input-form.js'
import { leavingAnswers } from '../contract/leaving.js'
import { pauseMinutes } from '../contract/panic.js'
import { durationSchema, newRuleSchema, ruleChangeSchema, whatSchema } from '../contract/rule-schema.js'
import { fingerprintPattern, raisings, weekdays } from '../contract/settings.js'
import { retoldLimits } from '../contract/stream-mark.js'
import { windowProblemLimits } from '../contract/trouble.js'
import { isRequestChannel, type RequestChannel } from './channels.js'
import { file, id, nothing, object } from './payload-parts.js'
import { servicePayloads } from './service-payloads.js'
import { xiaozhiPayloads } from './xiaozhi-payloads.js'

export type PayloadCheck = (channel: string, payload: unknown) => boolean

const ids = { type: 'array', minItems: 1, maxItems: 100, uniqueItems: true, items: id }
const decision = { enum: ['approve', 'deny'] }
const clientName = { type: 'string', minLength: 1, maxLength: clientLimits.name }
const typed = { type: 'string', maxLength: 256 }
const seen = object({
  id,
  capabilities: {
    type: 'array',
    minItems: 1,
    maxItems: 512,
    items: object({ id, fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
  },
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

const inputText = { type: 'string', maxLength: longestInput }
const inputAnswer = object(
  { action: { enum: ['accept', 'decline', 'cancel'] } },
  {
    values: {
      type: 'object',
      maxProperties: 64,
      additionalProperties: {
        anyOf: [inputText, { type: 'number' }, { type: 'boolean' }, { type: 'array', maxItems: 256, items: inputText }],
      },
    },
  },
)

/** How a server is dialled, and under what name. */
const dialled = {
  name: { type: 'string', maxLength: 64 },
  address: { type: 'string', maxLength: 256 },
  token: { type: 'string', maxLength: 4_096 },
}
const certificate = { type: 'string', pattern: fingerprintPattern }

const program = { enum: programIds }
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

const flag = { type: 'boolean' }
const timeOfDay = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }
/** How Gatehouse makes itself noticed at the computer. */
const desktopSettings = {
  popUp: { enum: raisings },
  hideFromCapture: flag,
  questionShortcut: { type: 'string', maxLength: 64 },
  notifications: object({ enabled: flag, questions: flag, servers: flag, rules: flag, safety: flag }),
  sounds: object({ enabled: flag, volume: { type: 'integer', minimum: 0, maximum: 100 } }),
  quietHours: object({
    enabled: flag,
    from: timeOfDay,
    until: timeOfDay,
    days: { type: 'array', maxItems: 7, uniqueItems: true, items: { enum: weekdays } },
  }),
  closing: { enum: ['tray', 'quit'] },
}

const schemas: Readonly<Record<RequestChannel, object>> = {
  'app:info': nothing,
  'live:page': object({}, { before: { type: 'integer', minimum: 0 } }),
  'live:way': object({ requestId: id }),
  'live:readings': object({ id }),
  'live:last-hour': object({}, { servers: { ...ids, maxItems: 1_000 } }),
  'calls:list': nothing,
  'approvals:list': nothing,
  'approvals:decide': object({ id, decision }, { duration: durationSchema, what: whatSchema, typed }),
  'approvals:decideMany': object({ ids, decision }, { duration: durationSchema, what: whatSchema }),
  'approvals:hold': object({ id }),
  'approvals:release': object({ id }),
  'approvals:show': object({ id }),
  'servers:list': nothing,
  'servers:states': nothing,
  'servers:add': object(dialled, { certificate }),
  'servers:add-java': object(
    {
      name: dialled.name,
      host: { type: 'string', minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:%-]+$' },
      port: { type: 'integer', minimum: 1, maximum: 65_535 },
      password: { type: 'string', minLength: 1, maxLength: 1_024 },
    },
    {
      confirmedPublic: { const: true },
      management: object({ address: dialled.address, secret: { type: 'string', minLength: 1, maxLength: 256 } }),
      folder: file,
    },
  ),
  'servers:add-demo': nothing,
  'servers:agent-guide': nothing,
  'servers:accept': seen,
  ...servicePayloads,
  'servers:reject': seen,
  'servers:reconsider': seen,
  'servers:remove': object({ id }),
  'servers:trust-certificate': object({ id, fingerprint: { type: 'string', pattern: fingerprintPattern } }),
  'servers:restore': object({ id }),
  'servers:edit': object(
    { id },
    { ...dialled, plainTextConfirmed: { const: true }, managementCertificate: certificate },
  ),
  'servers:forget-certificate': object({ id }),
  'servers:reconnect': object({ id }),
  'servers:test': object({}, { id, address: dialled.address, token: dialled.token, certificate }),
  'servers:history': object({ id }),
  'servers:access': object({ id }),
  'servers:access-of': object({ id, client: id }),
  'servers:waiting-access': object({ id }),
  'bedrock:setup': nothing,
  'bedrock:accept': object({ id }),
  'bedrock:reject': object({ id }),
  'bedrock:show-key': nothing,
  'bedrock:renew-key': nothing,
  'bedrock:install-pack': nothing,
  'bedrock:copy': object({ what: { enum: ['connect', 'login', 'windows'] } }),
  'java:search': nothing,
  'java:choose-folder': nothing,
  'java:plan': object({ folder: file }),
  'java:show-password': object({ id }),
  'java:apply': object({ id }),
  'java:setups': nothing,
  'java:check-now': object({ id }),
  'java:restore-file': object({ id }),
  'java:written': object({ id }),
  'java:check': object({ id }),
  'backups:state': object({ id }),
  'backups:make': object({ id }, { name: { type: 'string', minLength: 1, maxLength: 64 } }),
  'backups:restore': object(
    { id, backup: id, confirmedStopped: { type: 'boolean' } },
    { typed: { type: 'string', maxLength: 256 } },
  ),
  'backups:remove': object({ id, backup: id }),
  'backups:cancel': object({ id }),
  'capabilities:outlook': nothing,
  'capabilities:past': object({ id }),
  'capabilities:copy-example': object({ id, server: id, at: { type: 'integer', minimum: 0, maximum: 63 } }),
  'capabilities:attempt': object({
    id,
    capabilityId: id,
    server: id,
    arguments: { type: 'object' },
    dryRun: { type: 'boolean' },
  }),
  'capabilities:withdraw': object({ id }),
  'capabilities:sandbox': object({ capabilityId: id, server: id, arguments: { type: 'object' } }),
  'clients:list': nothing,
  'clients:add': object({ name: { type: 'string', maxLength: 256 } }, clientChange),
  'clients:edit': object({ id }, clientChange),
  'clients:copy-token': object({ id }),
  'clients:revoke': object({ id }),
  'connect:guide': object({ program }, { name: clientName }),
  'connect:copy': object(
    { program, recipe: { type: 'integer', minimum: 0, maximum: 9 } },
    { client: id, name: clientName },
  ),
  'connect:ensure-key': object({ program }, { name: clientName }),
  'connect:preview': object({ file }, { back: { const: true } }),
  'connect:write': object({ file, expected: { type: 'string', pattern: '^(none|[0-9a-f]{64})$' } }),
  'connect:take-back': object({ file }),
  'connect:open-bundle': nothing,
  'connect:show-bundle': nothing,
  'connect:copy-bundle-path': nothing,
  'connect:guests': nothing,
  'connect:findings': { oneOf: [object({ program }), object({ client: id })] },
  'connect:mend-endpoint': nothing,
  'connect:mend-key': object({ client: id }),
  'audit:search': object(
    {},
    { ...auditFilter, limit: { type: 'integer', minimum: 1, maximum: mostAuditRows }, cursor: id },
  ),
  'audit:get': object({ id }),
  'audit:state': nothing,
  'audit:export': object({ format: { enum: ['jsonl', 'csv'] }, filter: object({}, auditFilter) }),
  'inputs:list': nothing,
  'inputs:show': object({ id }),
  'inputs:answer': object({ id, answer: inputAnswer }),
  'consents:list': nothing,
  'consents:decide': object({ id, decision: { enum: ['accept', 'decline'] } }, { role: { enum: heldRoles } }),
  'rules:list': object({}, { limit: { type: 'integer', minimum: 1, maximum: 500 }, cursor: id }),
  'rules:create': newRuleSchema,
  'rules:edit': object({ id, change: ruleChangeSchema }),
  'rules:remove': object({ id }),
  'rules:restore': object({ id }),
  'rules:acknowledge': nothing,
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
  'practice:play': nothing,
  'settings:get': nothing,
  'settings:problem': nothing,
  'settings:show-file': nothing,
  'settings:change': object(
    {},
    {
      language: { enum: ['system', 'en', 'zh'] },
      theme: { enum: ['system', 'light', 'dark'] },
      welcomed: { const: true },
      lanApprovals: object({ enabled: { type: 'boolean' }, port: { type: 'integer' } }),
      auditDays: { type: 'integer', minimum: 1, maximum: 36_500 },
      auditMebibytes: { type: 'integer', minimum: 1, maximum: 1_048_576 },
      redactAddresses: { type: 'boolean' },
      criticalQuorum: { enum: [1, 2] },
      posture: { enum: postures },
      builtInRules: object({}, Object.fromEntries(builtInRules.map((rule) => [rule.id, flag]))),
      taintedMediumAsks: { type: 'boolean' },
      panicStopsReading: { type: 'boolean' },
      panicShortcut: { type: 'string', maxLength: 64 },
      ...desktopSettings,
      httpPort: { type: 'integer', minimum: 0, maximum: 65_535, not: { minimum: 1, maximum: 1_023 } },
      updates: object({ automatic: { type: 'boolean' }, channel: { enum: ['stable', 'beta'] } }),
      streamSafe: { type: 'boolean' },
      streamNames: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 64 } },
      overlay: { type: 'object', maxProperties: 3 },
      bedrock: object({
        enabled: { type: 'boolean' },
        port: { type: 'integer', minimum: 1_024, maximum: 65_535 },
        network: { type: 'boolean' },
        encryption: { type: 'boolean' },
      }),
      chat: { type: 'object', maxProperties: 16 },
      serviceModels: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 128 } },
    },
  ),
  'updates:state': nothing,
  'updates:check': nothing,
  'updates:restart': nothing,
  'updates:open-releases': nothing,
  'trouble:state': nothing,
  'trouble:put-away': nothing,
  'trouble:connect': nothing,
  'trouble:copy-report': nothing,
  'trouble:show-log': nothing,
  'trouble:tell': object(
    {
      where: { type: 'string', maxLength: windowProblemLimits.where },
      message: { type: 'string', maxLength: windowProblemLimits.message },
    },
    { stack: { type: 'string', maxLength: windowProblemLimits.stack } },
  ),
  'pop-up:shown': object({ id }, { others: ids }),
  'asking:pauses': nothing,
  'asking:let': object({ client: id }),
  'panic:state': nothing,
  'panic:on': nothing,
  'panic:off': object({ confirmed: { const: true } }),
  'panic:pause': object({}, { minutes: { enum: pauseMinutes } }),
  'panic:end-pause': nothing,
  'desktop:state': nothing,
  'desktop:start-at-login': object({ on: flag }),
  'desktop:quit': nothing,
  'desktop:leave': object({ answer: { enum: leavingAnswers } }),
  'desktop:show-documents': nothing,
  ...xiaozhiPayloads,
  'chat:state': nothing,
  'chat:show': object({}, { open: id, words: { type: 'string', maxLength: 64 } }),
  'chat:test': object({
    provider: { enum: modelProviders },
    baseUrl: { type: 'string', maxLength: chatLimits.baseUrl },
    name: { type: 'string', maxLength: chatLimits.modelName },
  }),
  'chat:local-models': nothing,
  'chat:keep-key': object({
    baseUrl: { type: 'string', minLength: 1, maxLength: chatLimits.baseUrl },
    token: { type: 'string', maxLength: 512 },
  }),
  'chat:login-key': nothing,
  'chat:renew-login-key': nothing,
  'chat:copy-login-key': nothing,
  'game-approval:state': nothing,
  'game-approval:link': object({
    server: { type: 'string', minLength: 1, maxLength: 256 },
    player: { type: 'string', minLength: 1, maxLength: playerLinkLimits.player },
  }),
  'game-approval:cancel-link': nothing,
  'game-approval:unlink': nothing,
  'game-approval:resume': nothing,
  'overlay:state': nothing,
  'overlay:copy': nothing,
  'overlay:renew': nothing,
  'approvals:reveal': object({ id }),
  'stream:page-reset': object({
    texts: { type: 'array', maxItems: retoldLimits.texts, items: { type: 'string', maxLength: retoldLimits.length } },
  }),
  'pop-up:resize': object({ height: { type: 'number', minimum: 1, maximum: 4_000 } }),
}

export function createPayloadCheck(ajv: Ajv): PayloadCheck {
  const checks = new Map<string, ValidateFunction>(
    Object.entries(schemas).map(([channel, schema]) => [channel, ajv.compile(schema)]),
  )
  return (channel, payload) => {
    if (!isRequestChannel(channel)) return false
    if (schemas[channel] === nothing) return payload === undefined
    return Boolean(checks.get(channel)?.(payload))
  }
}
