/** Past schemas: what is told of calls that wait, that were, and that might be. */
import { schemaBase } from '../../validation/ajv.js'

const riskLevel = { $ref: `${schemaBase}capability-manifest-v1.json#/definitions/RiskLevel` }
const raisedBy = {
  type: 'array',
  description: 'Why the risk is higher than the manifest says, worst first.',
  items: { type: 'object', required: ['rule', 'level', 'because'] },
}
const id = { $ref: `${schemaBase}capability-manifest-v1.json#/definitions/CapabilityId` }
const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
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
      expiresAt: { ...time, description: 'When nobody has answered by then, the answer is no.' },
      state: { enum: ['waiting-for-person', 'running', 'ended'] },
      result: {
        description: 'Once it has ended: what the call would have been answered.',
        anyOf: [{ $ref: '#/components/schemas/Success' }, { $ref: '#/components/schemas/Failure' }],
      },
    },
  },
  Forecast: {
    type: 'object',
    description: 'What a call would come to.',
    required: ['decision', 'approvers', 'risk', 'arguments', 'undoable'],
    properties: {
      decision: { enum: ['run', 'ask', 'block'], description: 'ask: a person would be asked first.' },
      why: { $ref: `${schemaBase}error-v1.json` },
      rule: {
        type: 'object',
        description: 'The rule of a person that decides it.',
        required: ['id', 'effect'],
        properties: { id: text, effect: { enum: ['allow', 'ask', 'deny'] } },
      },
      approvers: { type: 'integer', minimum: 0, description: 'People who would have to agree.' },
      risk: { type: 'object', required: ['level'], properties: { level: riskLevel, reason: text, raisedBy } },
      tainted: { type: 'boolean', description: 'Whether this caller has read text that somebody in the game wrote.' },
      arguments: { type: 'object', description: 'As they would be sent, defaults filled.' },
      before: { type: 'object', description: 'How it is now, where that can be read.' },
      undoable: { type: 'boolean', description: 'Whether the capability says that it can be undone.' },
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
