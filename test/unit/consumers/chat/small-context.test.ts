import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ModelChoice } from '@shared/features/chat.js'
import { jsonSchema, type ToolSet, tool } from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compactTools } from '../../../../src-main/consumers/chat/compact-tools.js'
import { ContextSizes, runFitting } from '../../../../src-main/consumers/chat/fitting-run.js'
import { contextTokensIn, contextTokensOf } from '../../../../src-main/consumers/chat/models/context-size.js'
import { testModel } from '../../../../src-main/consumers/chat/models/model-test.js'
import { toolNameOf } from '../../../../src-main/consumers/mcp/tool-name.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { type LocalModelKind, ModelServer } from '../../../fakes/chat/model-server.js'

/** The tools of the core catalogue, as the chat offers them. */
const tools: ToolSet = Object.fromEntries(
  [...coreCatalogue.values()]
    .filter(({ type }) => type !== 'event')
    .map(({ id, description, parameters }) => [
      toolNameOf(id),
      tool({ description, inputSchema: jsonSchema({ ...parameters, type: 'object' } as object) }),
    ]),
)

describe('a model with a small context', () => {
  let server: ModelServer
  beforeEach(async () => {
    server = await new ModelServer().start()
  })
  afterEach(() => server.stop())

  const choice = (): ModelChoice => ({ provider: 'openai-compatible', baseUrl: server.baseUrl, name: 'small' })
  const parts = { clock: systemClock, keyFor: () => undefined, tools }
  const sentTools = () =>
    server.requests.map(({ body }) => body.tools.map((one: { function: { name: string } }) => one.function.name))

  it('gets the compact list when it refuses the whole one, and the test says so', async () => {
    server.isLocal({ kind: 'llama.cpp', contextTokens: 4_096 })
    const result = await testModel(choice(), parts)
    const [whole = [], compact = []] = sentTools()
    expect(whole.length).toBe(Object.keys(tools).length + 1)
    expect(result).toMatchObject({
      ok: true,
      tools: { all: Object.keys(tools).length, count: compact.length - 1, contextTokens: 4_096 },
    })
    expect(compact).toEqual(expect.arrayContaining(['player_list', 'world_time_set', 'ping']))
    expect(compact.length).toBeLessThan(whole.length)
  })

  it('is named with what to raise when not even the compact list fits', async () => {
    server.isLocal({ kind: 'llama.cpp', contextTokens: 256 })
    expect(await testModel(choice(), parts)).toEqual({
      ok: false,
      problem: {
        kind: 'too-long',
        contextTokens: 256,
        says: expect.stringContaining('exceeds the available context size'),
      },
    })
  })

  it('gets the compact list at once in the next run', async () => {
    server.isLocal({ kind: 'llama.cpp', contextTokens: 4_096 })
    const contexts = new ContextSizes(systemClock)
    await testModel(choice(), { ...parts, contexts })
    await testModel(choice(), { ...parts, contexts })
    expect(sentTools().map(({ length }) => length)).toEqual([
      Object.keys(tools).length + 1,
      ...Array(2).fill(sentTools()[1]?.length),
    ])
  })

  it.each([
    ['http://127.0.0.1:9/v1', 4_096],
    ['https://api.example.com/v1', undefined],
  ])('is assumed of a server that names no number only if it is local: %s', async (baseUrl, tokens) => {
    const found = await new ContextSizes(systemClock).learn({ ...choice(), baseUrl }, { kind: 'too-long' })
    expect(found).toBe(tokens)
  })

  it('never repeats a run whose tools may have acted', async () => {
    let runs = 0
    const run = async () => {
      runs += 1
      return { messages: [], ended: 'failed', problem: { kind: 'too-long' }, hasBegun: true } as const
    }
    await runFitting(new ContextSizes(systemClock), choice(), run)
    expect(runs).toBe(1)
  })

  it.each<[LocalModelKind, number]>([
    [{ kind: 'llama.cpp', contextTokens: 4_096 }, 4_096],
    [{ kind: 'Ollama', set: 8_192, most: 131_072 }, 8_192],
    [{ kind: 'Ollama', most: 131_072 }, 4_096],
    [{ kind: 'Ollama', most: 131_072, loaded: 32_768 }, 32_768],
    [{ kind: 'LM Studio', loaded: 4_096, most: 32_768 }, 4_096],
  ])('is known from its server: %j', async (kind, tokens) => {
    server.isLocal(kind)
    expect(await contextTokensOf(choice(), systemClock)).toBe(tokens)
  })

  it('is not looked up at servers of others, and no answer is an answer', async () => {
    expect(await contextTokensOf(choice(), systemClock)).toBeUndefined()
    const elsewhere = { ...choice(), baseUrl: 'https://api.example.com/v1' }
    expect(await contextTokensOf(elsewhere, systemClock)).toBeUndefined()
    expect(server.lookUps).toBeGreaterThan(0)
  })

  it.each([
    [
      '{"error":{"code":400,"message":"request (10922 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":10922,"n_ctx":4096}}',
      4_096,
    ],
    ['the model is loaded with context length of only 4096 tokens, which is not enough', 4_096],
    ["This model's maximum context length is 8192 tokens.", 8_192],
    ['Requested tokens (2285) exceed context window of 2048', 2_048],
    ['out of memory', undefined],
  ])('is known from the words of a refusal: %s', (words, tokens) => expect(contextTokensIn(words)).toBe(tokens))

  it('gets tools whose words are short and whose parameters are whole', () => {
    const compact = compactTools(tools, 4_096)
    const { description, inputSchema } = compact.world_time_set as ToolSet[string]
    expect((description ?? '').length).toBeLessThanOrEqual(90)
    expect((inputSchema as { jsonSchema?: unknown }).jsonSchema).toMatchObject({
      type: 'object',
      required: ['worldName', 'time'],
      properties: { time: { type: 'integer' } },
    })
    expect(JSON.stringify(compact)).not.toContain('"description":"Name of the world')
  })
})
