/**
 * Language model: the configured model, for the AI SDK.
 *
 * Enforces invariant 8: the key is sent only to the address it was entered for, and unencrypted only to this computer
 * or a private network.
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonExcess } from '@contract/json/json-bounds.js'
import { isModelChosen, type ModelChoice, type ModelProblem } from '@shared/features/chat.js'
import { type LanguageModel, type LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isPlainTextPrivate, originOf } from '../../../policy/chat/model-address.js'
import { boundedFetch, ResponseLimitError } from './bounded-fetch.js'
import { extractThinking } from './think-tags.js'

;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false

export interface LanguageModelDependencies {
  readonly clock: Clock
  /** The key that was entered for an address. */
  readonly keyFor: (origin: string) => string | undefined
}

export type OpenedModel =
  | { readonly ok: true; readonly model: LanguageModel }
  | { readonly ok: false; readonly problem: ModelProblem }

export function openModel(choice: ModelChoice, { clock, keyFor }: LanguageModelDependencies): OpenedModel {
  if (!isModelChosen(choice)) return { ok: false, problem: { kind: 'not-chosen' } }
  const origin = originOf(choice.baseUrl)
  if (!origin) return { ok: false, problem: { kind: 'bad-address' } }
  const key = keyFor(origin)
  if (key !== undefined && !isPlainTextPrivate(origin)) return { ok: false, problem: { kind: 'bad-address' } }
  const fetch = boundedFetch(clock)
  const baseURL = choice.baseUrl.replace(/(?<!\/)\/+$/u, '')
  if (choice.provider === 'anthropic')
    return {
      ok: true,
      model: wrapLanguageModel({
        model: createAnthropic({ baseURL, apiKey: key ?? '', fetch })(choice.name),
        middleware,
      }),
    }
  const model = createOpenAICompatible({
    name: 'endpoint',
    baseURL,
    fetch,
    includeUsage: true,
    ...(key !== undefined && { apiKey: key }),
  }).chatModel(choice.name)
  return { ok: true, model: wrapLanguageModel({ model, middleware }) }
}

const limits = {
  /** Maximum tool calls of one response. */
  calls: 24,
  /** Maximum characters of the arguments of one call: the gateway accepts 16 KiB. */
  input: 16_384,
  /** Maximum characters of all arguments of one response, including dropped calls. */
  inputs: 131_072,
}
const bounds = { depth: 32, values: 2_000, members: 1_000, digits: 64, shapes: 1_000 }
/** Invalid JSON. */
const unreadable = '(too large)'

/**
 * Bounds the number of tool calls in a response, and their arguments.
 *
 * Enforces invariant 7: a model is untrusted. Excess calls are dropped. Arguments that are too large or too deep are
 * replaced by invalid ones, so that the model gets an error and nothing runs.
 */
export const limitToolCalls: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    const known = new Set<string>()
    let inputs = 0
    const isTaken = (id: string): boolean => {
      if (known.size < limits.calls) known.add(id)
      return known.has(id)
    }
    type StreamPart = typeof stream extends ReadableStream<infer One> ? One : never
    const limited = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'tool-input-delta') {
          inputs += part.delta.length
          if (inputs > limits.inputs) return controller.error(new ResponseLimitError('too-large'))
          if (isTaken(part.id)) controller.enqueue(part)
        } else if (part.type === 'tool-input-start' || part.type === 'tool-input-end') {
          if (isTaken(part.id)) controller.enqueue(part)
        } else if (part.type === 'tool-call') {
          const isLarge = part.input.length > limits.input || jsonExcess(part.input, bounds) !== undefined
          if (isTaken(part.toolCallId)) controller.enqueue(isLarge ? { ...part, input: unreadable } : part)
        } else controller.enqueue(part)
      },
    })
    return { stream: stream.pipeThrough(limited), ...rest }
  },
}

const middleware = [limitToolCalls, extractThinking]
