/** Model test: whether a model responds and can call tools, and why not. */

import type { ModelChoice, ModelTest } from '@shared/features/chat.js'
import { jsonSchema, streamText, tool } from 'ai'
import { type LanguageModelDependencies, openModel } from './language-model.js'
import { modelProblemOf } from './model-problem.js'

/** Timeout in milliseconds: a local model may have to be loaded first. */
const maxTestMs = 120_000

export async function testModel(
  choice: ModelChoice,
  parts: LanguageModelDependencies,
  signal?: AbortSignal,
): Promise<ModelTest> {
  const opened = openModel(choice, parts)
  if (!opened.ok) return opened
  const { clock } = parts
  const timeOut = new AbortController()
  const stop = clock.after(maxTestMs, () => timeOut.abort())
  const began = clock.elapsed()
  let usesTools = false
  let hasAnswered = false
  try {
    const result = streamText({
      model: opened.model,
      prompt: 'This is a test. Call the tool "ping" once, then say OK.',
      tools: {
        ping: tool({ description: 'Answers pong.', inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
      },
      maxOutputTokens: 256,
      maxRetries: 0,
      abortSignal: signal ? AbortSignal.any([signal, timeOut.signal]) : timeOut.signal,
      onError() {},
    })
    for await (const part of result.fullStream) {
      if (part.type === 'error') return { ok: false, problem: modelProblemOf(part.error) }
      if (part.type === 'abort') return { ok: false, problem: { kind: 'slow' } }
      if (part.type === 'tool-call') usesTools = true
      if (part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'tool-call') hasAnswered = true
    }
    if (!hasAnswered) return { ok: false, problem: { kind: 'not-an-api' } }
    return { ok: true, milliseconds: Math.round(clock.elapsed() - began), usesTools }
  } catch (error) {
    return { ok: false, problem: timeOut.signal.aborted ? { kind: 'slow' } : modelProblemOf(error) }
  } finally {
    stop()
  }
}
