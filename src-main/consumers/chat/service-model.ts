/**
 * Service model: the chat's model, for sampling requests of services that a person approved.
 *
 * Enforces invariant 7: one text answer without tools, bounded in tokens, characters and time, and counted against the
 * day's budget.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { type ChatSettings, isModelChosen } from '@shared/features/chat.js'
import { streamText } from 'ai'
import type { OwnerModel } from '../../gateway/ports/provider.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { Usage } from './answer-run.js'
import { costOf } from './answers.js'
import { openModel } from './models/language-model.js'
import { modelProblemOf } from './models/model-problem.js'
import type { Spending } from './spending.js'

/** Timeout of an answer in milliseconds. */
const maxResponseMs = 120_000
/** Maximum characters of an answer. */
const maxTextLength = 16_384
/** Upper bound of tokens per character in any language. */
const tokensPerCharacter = 1

export interface ServiceModelDependencies {
  readonly settings: () => ChatSettings
  readonly costs: Spending
  readonly clock: Clock
  readonly keyFor: (origin: string) => string | undefined
}

/** Undefined when no model is chosen. */
export function serviceModel({ settings, costs, clock, keyFor }: ServiceModelDependencies): OwnerModel | undefined {
  const chosen = settings()
  if (!isModelChosen(chosen.model)) return undefined
  const isFree = costOf(chosen, { input: 1_000_000, output: 1_000_000 }) === 0
  const left = costs.isKnown ? Math.max(0, chosen.dailyLimit - costs.dollars) : 0
  return {
    name: chosen.model.name,
    costOf: (characters, maxTokens) =>
      isFree ? undefined : costOf(chosen, { input: characters * tokensPerCharacter + 64, output: maxTokens }),
    left: isFree ? undefined : left,
    async complete({ messages, systemPrompt, maxTokens }, service, signal) {
      const opened = openModel(chosen.model, { clock, keyFor })
      if (!opened.ok) throw failed(opened.problem.kind)
      const late = new AbortController()
      const stop = clock.after(maxResponseMs, () => late.abort())
      const stopping = AbortSignal.any([signal, late.signal])
      const characters = messages.reduce((sum, { text }) => sum + text.length, systemPrompt?.length ?? 0)
      let text = ''
      let isCut = false
      let used: Usage = { input: Math.ceil(characters / 3), output: 0 }
      try {
        const result = streamText({
          model: opened.model,
          ...(systemPrompt !== undefined && { system: systemPrompt }),
          messages: messages.map(({ role, text: content }) => ({ role, content })),
          maxOutputTokens: maxTokens,
          maxRetries: 0,
          abortSignal: stopping,
          onError() {},
        })
        for await (const part of result.fullStream) {
          if (part.type === 'error') throw failed(modelProblemOf(part.error).kind)
          if (part.type === 'abort') throw new GatewayError('SYSTEM.TIMEOUT', { message: 'The AI model was too slow.' })
          if (part.type === 'text-delta') text += part.text.slice(0, Math.max(0, maxTextLength - text.length))
          if (part.type === 'finish') {
            isCut = part.finishReason === 'length'
            const { inputTokens, outputTokens } = part.totalUsage
            used = { input: inputTokens ?? used.input, output: outputTokens ?? Math.ceil(text.length / 3) }
          }
          if (text.length >= maxTextLength) {
            isCut = true
            break
          }
        }
        return { text: cleanText(text, maxTextLength), isCut }
      } finally {
        stop()
        late.abort()
        const counted = used.output > 0 ? used : { ...used, output: Math.ceil(text.length / 3) }
        costs.addDollars(`service:${service}`, costOf(chosen, counted))
      }
    },
  }
}

/** The endpoint's own message is not for a service. */
const failed = (kind: string): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: `The AI model did not answer (${kind}).`,
    suggestion: 'The owner can test it in the settings of the chat.',
  })
