/** `get_trace_by_id`: the way a call took through the gateway. See docs/protocol.md#traces. */
import { GatewayError } from '../../../contract/gateway-error.js'
import { jsonData, modelText, ownSentence, ownWords, quoted } from '../../../policy/model-text.js'
import { describe, type MetaTool, refused, succeeded } from './meta-tool.js'

export const getTraceById: MetaTool = {
  tool: describe({
    name: 'get_trace_by_id',
    title: 'Read the trace of a call',
    description:
      'Tells which steps a call took and how many milliseconds each, how it ended and with which error code. For finding out why a call was slow or refused; a result says everything else. The last 1,000 calls that have ended are kept; only your own are told.',
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
        tainted: { type: 'boolean', description: 'Text from the game had been read before this call.' },
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
      : ownWords('')
    const text = modelText`${ownSentence(capabilityId)}: ${end} after ${milliseconds} ms${most}.\n${jsonData(trace)}`
    return succeeded(text, { ...trace }, context)
  },
}

const unknown = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such trace of this client.',
  suggestion: 'A trace is there once its call has ended. The last 1,000 are kept.',
})
