/** Chat completions of OpenAI, which most servers of models speak. */
import { asEvents, asJson, isCall, type Json, type ModelApi, namesIn, textOf } from './turn.js'

export const openaiChat: ModelApi = {
  matches: (path) => path.endsWith('/chat/completions'),
  promptOf: ({ tools = [], messages = [] }) => ({
    tools: tools
      .filter(({ type }: Json) => type === 'function')
      .map(({ function: { name, description = '' } }: Json) => ({ name, description })),
    results: messages.filter(({ role }: Json) => role === 'tool').map(({ content }: Json) => textOf(content)),
    ...throughBridge(tools, messages),
  }),
  reply(turn, { body, id }) {
    const message = isCall(turn)
      ? { role: 'assistant', content: null, tool_calls: [callOf(turn.tool.name, turn.arguments, id)] }
      : { role: 'assistant', content: turn.text }
    const finish_reason = isCall(turn) ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
    const head = { id: `chatcmpl-${id}`, created: 1_760_000_000, model: body.model }
    if (!body.stream) {
      const choices = [{ index: 0, message, finish_reason }]
      return asJson({ ...head, object: 'chat.completion', choices, usage })
    }
    const chunk = (delta: Json, finish: string | null = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    const { body: events } = asEvents([
      chunk(message),
      chunk({}, finish_reason),
      { ...head, object: 'chat.completion.chunk', choices: [], usage },
    ])
    return { type: 'text/event-stream', body: `${events}data: [DONE]\n\n` }
  },
}

/** Qwen Code has one tool that calls those of MCP servers. */
const throughBridge = (tools: Json, messages: Json) =>
  tools.some(({ function: { name } = { name: '' } }: Json) => name === 'tool_call') && {
    deferred: namesIn(textOf(messages)),
    through: (name: string, given: Json) => ({
      tool: { name: 'tool_call', description: '' },
      arguments: { name, arguments: given },
    }),
  }

const callOf = (name: string, given: Json, id: string) => ({
  index: 0,
  id: `call_${id}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(given) },
})
