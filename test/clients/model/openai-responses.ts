/** The Responses API of OpenAI. */
import { asEvents, asJson, isCall, type Json, type ModelApi, type OfferedTool, type Turn, textOf } from './turn.js'

export const openaiResponses: ModelApi = {
  matches: (path) => path.endsWith('/responses'),
  promptOf: ({ tools = [], input = [] }) => ({
    tools: tools.flatMap(toolsOf),
    results: (Array.isArray(input) ? input : [])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),
  reply(turn, { body, id }) {
    const item = itemOf(turn, id)
    const response = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1_760_000_000,
      model: body.model,
      parallel_tool_calls: false,
      tool_choice: 'auto',
      tools: [],
      output: [item],
      status: 'completed',
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 10,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 20,
      },
    }
    if (!body.stream) return asJson(response)
    const events = [
      { type: 'response.created', response: { ...response, output: [], status: 'in_progress', usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: startOf(item) },
      ...partsOf(turn, item),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ]
    return asEvents(
      events.map((event, index) => ({ ...event, sequence_number: index })),
      true,
    )
  },
}

/** A namespace holds the tools of one server. */
const toolsOf = ({ type, name, description = '', tools = [] }: Json): OfferedTool[] => {
  if (type === 'function') return [{ name, description }]
  if (type !== 'namespace') return []
  return tools.flatMap(toolsOf).map((tool: OfferedTool) => ({ ...tool, namespace: name }))
}

const itemOf = (turn: Turn, id: string): Json =>
  isCall(turn)
    ? {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: turn.tool.name,
        ...(turn.tool.namespace !== undefined && { namespace: turn.tool.namespace }),
        arguments: JSON.stringify(turn.arguments),
        status: 'completed',
      }
    : {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: turn.text, annotations: [] }],
      }

const startOf = (item: Json): Json =>
  item.type === 'function_call'
    ? { ...item, arguments: '', status: 'in_progress' }
    : { ...item, content: [], status: 'in_progress' }

function partsOf(turn: Turn, item: Json): Json[] {
  const at = { output_index: 0, item_id: item.id }
  if (isCall(turn)) {
    return [
      { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
    ]
  }
  const [part] = item.content
  return [
    { type: 'response.content_part.added', ...at, content_index: 0, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...at, content_index: 0, delta: part.text },
    { type: 'response.output_text.done', ...at, content_index: 0, text: part.text },
    { type: 'response.content_part.done', ...at, content_index: 0, part },
  ]
}
