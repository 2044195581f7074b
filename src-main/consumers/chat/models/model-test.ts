/**
 * Model test: whether a model responds and can call tools, and why not.
 *
 * Guards that the test is as large as a question: it sends the whole list of tools, as the first question does, and the
 * compact one to a model with a small context.
 */

import { isModelChosen, type ModelChoice, type ModelTest } from '@shared/features/chat.js'
import { jsonSchema, streamText, type ToolSet, tool } from 'ai'
import { compactTools } from '../compact-tools.js'
import { ContextSizes } from '../fitting-run.js'
import { systemPrompt } from '../prompt.js'
import { type LanguageModelDependencies, openModel } from './language-model.js'
import { modelProblemOf } from './model-problem.js'

/** Timeout in milliseconds: a local model may have to be loaded first. */
const maxTestMs = 120_000

/** Lines of an answer; only the length of the rules matters here. */
const testLines = 5

export interface ModelTestParts extends LanguageModelDependencies {
  /** That a question would send; they are never called. */
  readonly tools?: ToolSet
  readonly contexts?: ContextSizes
}

export async function testModel(choice: ModelChoice, parts: ModelTestParts, signal?: AbortSignal): Promise<ModelTest> {
  const { tools = {}, contexts = new ContextSizes(parts.clock) } = parts
  const known = isModelChosen(choice) ? await contexts.smallOne(choice) : undefined
  const first = await testWith(tools, known, choice, parts, signal)
  if (first.ok || first.problem.kind !== 'too-long' || known !== undefined) return first
  const learned = await contexts.learn(choice, first.problem)
  return learned === undefined ? first : testWith(tools, learned, choice, parts, signal)
}

async function testWith(
  all: ToolSet,
  contextTokens: number | undefined,
  choice: ModelChoice,
  parts: LanguageModelDependencies,
  signal?: AbortSignal,
): Promise<ModelTest> {
  const tools = contextTokens === undefined ? all : compactTools(all, contextTokens)
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
      system: systemPrompt(testLines),
      tools: {
        ...withoutExecute(tools),
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
    const sent = { count: Object.keys(tools).length, all: Object.keys(all).length }
    return {
      ok: true,
      milliseconds: Math.round(clock.elapsed() - began),
      usesTools,
      tools: { ...sent, ...(contextTokens !== undefined && { contextTokens }) },
    }
  } catch (error) {
    return { ok: false, problem: timeOut.signal.aborted ? { kind: 'slow' } : modelProblemOf(error) }
  } finally {
    stop()
    timeOut.abort()
  }
}

/** The test calls nothing. */
const withoutExecute = (tools: ToolSet): ToolSet =>
  Object.fromEntries(Object.entries(tools).map(([name, { execute: _unused, ...one }]) => [name, one])) as ToolSet
