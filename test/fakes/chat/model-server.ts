/**
 * Model server: a fake of an OpenAI-compatible and Anthropic endpoint on loopback that answers by a script, also as a
 * hostile one would. It keeps every request it got.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToolCall {
  readonly name: string
  /** As a string: sent as it is, also when it is no JSON. */
  readonly arguments: object | string
}

export interface ModelResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent in place of a stream. */
  readonly body?: string | Buffer
  readonly reasoning?: readonly string[]
  readonly text?: readonly string[]
  readonly tools?: readonly ToolCall[]
  readonly usage?: { readonly input: number; readonly output: number } | null
  /** The connection is destroyed after the text. */
  readonly breaksOff?: boolean
  /** Sends nothing after the text until the other side closes the connection. */
  readonly hangs?: boolean
  /** Raw chunks sent after the text. */
  readonly raw?: Iterable<string>
}

export interface ModelRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent.
  readonly body: any
}

/** A program that runs models on this computer, and what its own routes say about the model's context. */
export type LocalModelKind =
  | { readonly kind: 'llama.cpp'; readonly contextTokens: number }
  | { readonly kind: 'Ollama'; readonly set?: number; readonly most: number; readonly loaded?: number }
  | { readonly kind: 'LM Studio'; readonly loaded?: number; readonly most: number }

/** As a real `llama-server` answered a request that is too long, word for word. */
export const overflowOf = (promptTokens: number, contextTokens: number) => ({
  error: {
    code: 400,
    message: `request (${promptTokens} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: promptTokens,
    n_ctx: contextTokens,
  },
})

/** Routes of local programs beside the API of models. */
const isLookUp = (path: string): boolean =>
  ['/props', '/api/show', '/api/ps'].includes(path) || path.startsWith('/api/v0/')

function lookUp(path: string, local: LocalModelKind | undefined): object | undefined {
  if (local?.kind === 'llama.cpp' && path === '/props')
    return { default_generation_settings: { n_ctx: local.contextTokens }, total_slots: 1 }
  if (local?.kind === 'Ollama' && path === '/api/show')
    return {
      ...(local.set && { parameters: `stop "<|im_end|>"\nnum_ctx                        ${local.set}` }),
      model_info: { 'general.architecture': 'llama', 'llama.context_length': local.most },
    }
  if (local?.kind === 'Ollama' && path === '/api/ps')
    return { models: local.loaded ? [{ name: 'small', model: 'small', context_length: local.loaded }] : [] }
  if (local?.kind === 'LM Studio' && path.startsWith('/api/v0/models/'))
    return { id: 'small', max_context_length: local.most, ...(local.loaded && { loaded_context_length: local.loaded }) }
  return undefined
}

export type Script = (request: ModelRequest, count: number) => ModelResponse

export class ModelServer {
  readonly requests: ModelRequest[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #script: Script = () => ({ text: ['Hello!'] })
  #local: LocalModelKind | undefined
  /** Requests for the size of the context, which are in no script. */
  lookUps = 0

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get baseUrl(): string {
    return `${this.origin}/v1`
  }

  answers(...turns: readonly ModelResponse[]): void {
    const from = this.requests.length
    this.#script = (_request, count) => turns[Math.min(count - from, turns.length) - 1] ?? {}
  }

  /** Also answers what this program tells about its model; llama.cpp refuses what does not fit. */
  isLocal(kind: LocalModelKind): void {
    this.#local = kind
  }

  follows(script: Script): void {
    this.#script = script
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {})
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const asked = {
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    if (isLookUp(asked.path)) {
      this.lookUps += 1
      const found = lookUp(asked.path, this.#local)
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(found ?? { error: 'not found' }))
    }
    this.requests.push(asked)
    // Of a real server: 17,830 bytes were 6,021 tokens.
    const promptTokens = Math.ceil(text.length / 3)
    if (this.#local?.kind === 'llama.cpp' && promptTokens > this.#local.contextTokens) {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(overflowOf(promptTokens, this.#local.contextTokens)))
    }
    const turn = this.#script(asked, this.requests.length)
    if (turn.body !== undefined || (turn.status ?? 200) >= 300) {
      response.writeHead(turn.status ?? 200, { 'content-type': 'application/json', ...turn.headers })
      return void response.end(turn.body ?? JSON.stringify({ error: { message: 'refused' } }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...turn.headers })
    for (const chunk of asked.path.endsWith('/messages') ? anthropic(turn) : openAi(turn)) await write(response, chunk)
    for (const chunk of turn.raw ?? []) {
      if (response.destroyed) return
      await write(response, chunk)
    }
    if (turn.breaksOff) return void response.destroy()
    if (turn.hangs) return
    if (!asked.path.endsWith('/messages')) response.write('data: [DONE]\n\n')
    response.end()
  }
}

/** Resolves when the chunk was sent or the other side has closed the connection. */
function write(response: ServerResponse, chunk: string): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
    response.write(chunk, done)
  })
}

const argumentsOf = (call: ToolCall): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)

function* openAi({
  reasoning = [],
  text = [],
  tools = [],
  usage,
  breaksOff,
  hangs,
  raw,
}: ModelResponse): Generator<string> {
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`
  for (const piece of reasoning) yield chunk({ reasoning_content: piece })
  for (const piece of text) yield chunk({ content: piece })
  for (const [index, call] of tools.entries()) {
    yield chunk({
      tool_calls: [{ index, id: `call-${index}`, type: 'function', function: { name: call.name, arguments: '' } }],
    })
    const given = argumentsOf(call)
    const half = Math.ceil(given.length / 2)
    for (const part of [given.slice(0, half), given.slice(half)]) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] })
    }
  }
  if (breaksOff || hangs || raw) return
  yield chunk({}, { finish_reason: tools.length > 0 ? 'tool_calls' : 'stop' })
  if (usage === null) return
  const { input, output } = usage ?? { input: 100, output: 20 }
  yield `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [], usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } })}\n\n`
}

function* anthropic({
  reasoning = [],
  text = [],
  tools = [],
  usage,
  breaksOff,
  hangs,
}: ModelResponse): Generator<string> {
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  const { input, output } = usage ?? { input: 100, output: 20 }
  yield event('message_start', {
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: 0 },
    },
  })
  let index = 0
  const block = function* (content_block: object, deltas: readonly object[]): Generator<string> {
    yield event('content_block_start', { index, content_block })
    for (const delta of deltas) yield event('content_block_delta', { index, delta })
    yield event('content_block_stop', { index })
    index += 1
  }
  if (reasoning.length > 0)
    yield* block(
      { type: 'thinking', thinking: '' },
      reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
    )
  if (text.length > 0)
    yield* block(
      { type: 'text', text: '' },
      text.map((piece) => ({ type: 'text_delta', text: piece })),
    )
  for (const [number, call] of tools.entries())
    yield* block({ type: 'tool_use', id: `toolu_${number}`, name: call.name, input: {} }, [
      { type: 'input_json_delta', partial_json: argumentsOf(call) },
    ])
  if (breaksOff || hangs) return
  yield event('message_delta', {
    delta: { stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: output },
  })
  yield event('message_stop', {})
}
