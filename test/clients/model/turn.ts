/** One request to the scripted model, and its reply, in the terms that every API of models shares. */

/** What the model reads in one request. */
export interface Prompt {
  /** The names of the tools as the client offers them, with the client's own prefix. */
  readonly tools: readonly OfferedTool[]
  /** Tools that the client only names. */
  readonly deferred?: readonly OfferedTool[]
  /** The call that loads a tool, of clients that defer tools or begin before a server is connected. */
  readonly search?: (tool: string) => ToolCall
  /** The call that reaches a tool of `deferred`, of clients that never load them. */
  readonly through?: (name: string, given: Json) => ToolCall
  /** The results of all calls so far, each with everything that the client lets the model read. */
  readonly results: readonly string[]
}

export interface OfferedTool {
  readonly name: string
  /** Of clients that group the tools of a server. */
  readonly namespace?: string
  readonly description: string
}

export interface ToolCall {
  readonly tool: OfferedTool
  readonly arguments: Readonly<Record<string, unknown>>
}

export type Turn = { readonly text: string } | ToolCall

export const isCall = (turn: Turn): turn is ToolCall => 'tool' in turn

/** One API of models: how its requests and replies are written. */
export interface ModelApi {
  readonly matches: (path: string) => boolean
  readonly promptOf: (body: Json) => Prompt
  /** The body of the reply, as a stream of events where the client wants one. */
  readonly reply: (turn: Turn, request: ModelRequest) => ModelReply
}

export interface ModelRequest {
  readonly path: string
  readonly body: Json
  /** Unique in the run. */
  readonly id: string
}

export interface ModelReply {
  readonly type: 'application/json' | 'text/event-stream'
  readonly body: string
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of foreign programs are read member by member.
export type Json = any

/** Server-sent events; `event` is written where the API names them. */
export const asEvents = (events: readonly Json[], named = false): ModelReply => ({
  type: 'text/event-stream',
  body: events.map((event) => `${named ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join(''),
})

export const asJson = (body: Json): ModelReply => ({ type: 'application/json', body: JSON.stringify(body) })

/** The tools of MCP servers that a client only names in a message. */
export const namesIn = (text: string): OfferedTool[] =>
  [...new Set(text.match(/\bmcp__[\w-]+/gu) ?? [])].map((name) => ({ name, description: '' }))

/** The text of a content that is a string, or a list of parts with a text. */
export function textOf(content: Json): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('\n')
  if (content && typeof content === 'object') {
    if (typeof content.text === 'string') return content.text
    if ('content' in content) return textOf(content.content)
    return JSON.stringify(content)
  }
  return ''
}
