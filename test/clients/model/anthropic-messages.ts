/** The Messages API of Anthropic. */
import { asEvents, asJson, isCall, type Json, type ModelApi, namesIn, type Turn, textOf } from './turn.js'

export const anthropicMessages: ModelApi = {
  matches: (path) => path.endsWith('/messages'),
  promptOf({ tools = [], messages = [] }) {
    const results = messages.flatMap(({ content }: Json) =>
      Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result') : [],
    )
    const isSearch = ({ tool_use_id: id }: Json) => id.startsWith(searchPrefix)
    const search = tools.find(({ name }: Json) => name === 'ToolSearch')
    return {
      tools: tools.map(({ name, description = '' }: Json) => ({ name, description })),
      results: results.filter((result: Json) => !isSearch(result)).map(({ content }: Json) => textOf(content)),
      ...(search && {
        // Claude Code loads the tools of MCP servers by a search.
        deferred: namesIn(textOf(messages)),
        search: (tool) => ({ tool: search, arguments: { query: `select:mcp__gatehouse__${tool}` } }),
      }),
    }
  },
  reply(turn, { body, id }) {
    const block = blockOf(turn, id)
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_reason: isCall(turn) ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 10 },
    }
    if (!body.stream) return asJson({ ...message, content: [block] })
    const [start, delta] = isCall(turn)
      ? [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(turn.arguments) },
        ]
      : [
          { ...block, text: '' },
          { type: 'text_delta', text: turn.text },
        ]
    return asEvents(
      [
        { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
        { type: 'content_block_start', index: 0, content_block: start },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: message.stop_reason, stop_sequence: null },
          usage: { output_tokens: 10 },
        },
        { type: 'message_stop' },
      ],
      true,
    )
  },
}

const searchPrefix = 'toolu_search_'

function blockOf(turn: Turn, id: string): Json {
  if (!isCall(turn)) return { type: 'text', text: turn.text }
  const prefix = turn.tool.name === 'ToolSearch' ? searchPrefix : 'toolu_'
  return { type: 'tool_use', id: `${prefix}${id}`, name: turn.tool.name, input: turn.arguments }
}
