/** The API of Gemini: `generateContent` and its stream. */
import { asEvents, asJson, isCall, type Json, type ModelApi } from './turn.js'

export const gemini: ModelApi = {
  matches: (path) => /:(?:streamGenerateContent|generateContent)$/u.test(path),
  promptOf: ({ tools = [], contents = [] }) => ({
    tools: (Array.isArray(tools) ? tools : [tools])
      .flatMap(({ functionDeclarations = [] }: Json) => functionDeclarations)
      .map(({ name, description = '' }: Json) => ({ name, description })),
    results: contents
      .flatMap(({ parts = [] }: Json) => parts)
      .filter(({ functionResponse }: Json) => functionResponse)
      .map(({ functionResponse }: Json) => stringsOf(functionResponse.response).join('\n')),
  }),
  reply(turn, { path }) {
    const part = isCall(turn) ? { functionCall: { name: turn.tool.name, args: turn.arguments } } : { text: turn.text }
    const response = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      modelVersion: 'scripted',
    }
    return path.includes('stream') ? asEvents([response]) : asJson(response)
  },
}

/** Every string of a response, as the model would read them. */
function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (value && typeof value === 'object') {
    return Array.isArray(value)
      ? value.flatMap(stringsOf)
      : Object.entries(value).flatMap(([name, member]) =>
          typeof member === 'object' ? stringsOf(member) : [`${name}: ${member}`],
        )
  }
  return []
}
