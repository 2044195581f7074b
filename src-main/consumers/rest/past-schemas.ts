/** Past schemas: schemas of waiting, finished and possible calls. */
import { schemaBase } from '../../validation/ajv.js'

const riskLevel = { $ref: `${schemaBase}capability-manifest-v1.json#/definitions/RiskLevel` }
const raisedBy = {
  type: 'array',
  description: 'Why the risk is higher than in the manifest, most severe first.',
  items: { type: 'object', required: ['rule', 'level', 'because'] },
}
const id = { $ref: `${schemaBase}capability-manifest-v1.json#/definitions/CapabilityId` }
const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const count = { type: 'integer', minimum: 0 }
const milliseconds = { type: 'number', minimum: 0 }
const server = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } }

export const pastSchemas = {
  ApprovalStatus: {
    type: 'object',
    required: ['approvalId', 'capabilityId', 'server', 'askedAt', 'expiresAt', 'state'],
    properties: {
      approvalId: text,
      capabilityId: id,
      server,
      askedAt: time,
      expiresAt: { ...time, description: 'The request is denied if nobody has decided by then.' },
      state: { enum: ['waiting-for-person', 'running', 'ended'] },
      progress: {
        type: 'object',
        description: 'While a build runs. Poll every few seconds.',
        required: ['done', 'total', 'message'],
        properties: { done: count, total: count, message: text },
      },
      result: {
        description: 'After the call ended: its response.',
        anyOf: [{ $ref: '#/components/schemas/Success' }, { $ref: '#/components/schemas/Failure' }],
      },
    },
  },
  Forecast: {
    type: 'object',
    description: 'Forecast of a call.',
    required: ['decision', 'approvers', 'risk', 'arguments', 'undoable'],
    properties: {
      decision: { enum: ['run', 'ask', 'block'], description: 'ask: it would need approval.' },
      why: { $ref: `${schemaBase}error-v1.json` },
      rule: {
        type: 'object',
        description: 'The rule that decides it.',
        required: ['id', 'effect'],
        properties: { id: text, effect: { enum: ['allow', 'ask', 'deny'] } },
      },
      approvers: { type: 'integer', minimum: 0, description: 'Number of people who would have to approve.' },
      risk: { type: 'object', required: ['level'], properties: { level: riskLevel, reason: text, raisedBy } },
      tainted: { type: 'boolean', description: 'Whether this caller has read text that players wrote.' },
      arguments: { type: 'object', description: 'The arguments that would be sent, with defaults.' },
      before: { type: 'object', description: 'The current state, if it can be read.' },
      undoable: { type: 'boolean', description: 'Whether the capability declares that it can be undone.' },
    },
  },
  Trace: {
    type: 'object',
    required: ['traceId', 'requestId', 'capabilityId', 'startedAt', 'milliseconds', 'success', 'outcome', 'steps'],
    properties: {
      traceId: text,
      requestId: text,
      capabilityId: text,
      caller: { type: 'object', properties: { type: text, id: text, name: text } },
      server,
      startedAt: time,
      milliseconds,
      success: { type: 'boolean' },
      outcome: { enum: ['done', 'denied', 'expired', 'withdrawn', 'failed', 'foreseen'] },
      errorCode: text,
      ruleId: text,
      risk: riskLevel,
      raisedBy: { type: 'array', items: { type: 'string' }, description: 'The rules that raised the risk.' },
      tainted: { type: 'boolean' },
      traceparent: { type: 'string', description: 'W3C Trace Context of the client, if it sent one.' },
      steps: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'milliseconds', 'outcome'],
          properties: { name: text, milliseconds, outcome: { enum: ['passed', 'stopped', 'threw'] } },
        },
      },
    },
  },
} as const
