/** `get_trace_by_id`: the trace of a call through the gateway. See docs/protocol.md#traces. */
import { GatewayError } from '@contract/gateway-error.js'
import { jsonData, literalText, modelText, ownSentence, quoted } from '../../../policy/text/model-text.js'
import { describe, type MetaTool, refused, succeeded } from './meta-tool.js'

export const getTraceById: MetaTool = {
  tool: describe({
    name: 'get_trace_by_id',
    title: 'Read the trace of a call',
    holdsTextOfOthers: false,
    description:
      'Returns the steps of a call with their times in milliseconds, how it ended, and its error code. Use it to find out why a call was slow or refused. The last 1,000 ended calls are kept. You can read only your own.',
    parameters: {
      type: 'object',
      required: ['traceId'],
      properties: {
        traceId: { type: 'string', minLength: 1, maxLength: 128, description: 'metadata.traceId of a result.' },
      },
    },
    returns: {
      type: 'object',
      required: ['traceId', 'requestId', 'capabilityId', 'startedAt', 'milliseconds', 'success', 'outcome', 'steps'],
      properties: {
        traceId: { type: 'string' },
        requestId: { type: 'string' },
        capabilityId: { type: 'string' },
        caller: { type: 'object' },
        server: { type: 'object' },
        startedAt: { type: 'string' },
        milliseconds: { type: 'number' },
        success: { type: 'boolean' },
        outcome: { type: 'string' },
        errorCode: { type: 'string' },
        ruleId: { type: 'string' },
        risk: { type: 'string' },
        raisedBy: { type: 'array', items: { type: 'string' }, description: 'The rules that raised the risk.' },
        tainted: { type: 'boolean', description: 'The caller had read text from the game before this call.' },
        traceparent: { type: 'string', description: 'W3C Trace Context of the client, if it sent one.' },
        steps: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'milliseconds', 'outcome'],
            properties: {
              name: { type: 'string' },
              milliseconds: { type: 'number' },
              outcome: { enum: ['passed', 'stopped', 'threw'] },
            },
          },
        },
      },
    },
  }),
  examples: [{ name: 'Why a call was slow', parameters: { traceId: '8d8f2c0e-8b1e-4b8e-9f5e-0f2d1c7a6b54' } }],
  async call({ traceId }, context) {
    const trace = context.gateway.traceOf(String(traceId), context.caller)
    if (!trace) return refused(unknown, context)
    const { capabilityId, milliseconds, outcome, errorCode, steps } = trace
    const longest = [...steps].sort((a, b) => b.milliseconds - a.milliseconds)[0]
    const end = ownSentence(`${outcome}${errorCode ? ` (${errorCode})` : ''}`)
    const most = longest
      ? modelText`, most of it in ${quoted(longest.name)} (${longest.milliseconds} ms)`
      : literalText('')
    const text = modelText`${ownSentence(capabilityId)}: ${end} after ${milliseconds} ms${most}.\n${jsonData(trace)}`
    return succeeded(text, { ...trace }, context)
  },
}

const unknown = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This client has no such trace.',
  suggestion: 'A trace exists after its call ended. The last 1,000 are kept.',
})
