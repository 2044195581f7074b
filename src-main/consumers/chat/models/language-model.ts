/**
 * Language model: the configured model, for the AI SDK.
 *
 * Enforces invariant 8: the key is sent only to the address it was entered for, and unencrypted only to this computer
 * or a private network.
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isModelChosen, type ModelChoice, type ModelProblem } from '@shared/features/chat.js'
import { type LanguageModel, wrapLanguageModel } from 'ai'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isPlainTextPrivate, originOf } from '../../../policy/chat/model-address.js'
import { boundedFetch } from './bounded-fetch.js'
import { extractThinking } from './think-tags.js'
import { limitToolCalls } from './tool-call-limits.js'

// Warnings of the library would be written to the console.
;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false

export interface LanguageModelDependencies {
  readonly clock: Clock
  /** The key that was entered for an address. */
  readonly keyFor: (origin: string) => string | undefined
}

export type OpenedModel =
  | { readonly ok: true; readonly model: LanguageModel }
  | { readonly ok: false; readonly problem: ModelProblem }

const middleware = [limitToolCalls, extractThinking]

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
