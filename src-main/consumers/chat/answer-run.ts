/**
 * Answer run: one question to the model, with its tool calls, until there is an answer.
 *
 * Enforces invariant 7: a model is untrusted. Steps, tokens, characters and time of a run are bounded, and it stops
 * between steps when the budget is used up. The model's text is data: nothing here executes it.
 */
import { setMaxListeners } from 'node:events'
import type { ModelProblem } from '@shared/features/chat.js'
import { nextTurn } from '@shared/turns.js'
import { type LanguageModel, type LanguageModelUsage, type ModelMessage, streamText, type ToolSet } from 'ai'
import type { Clock } from '../../gateway/ports/runtime.js'
import { modelProblemOf } from './models/model-problem.js'

export const runLimits = {
  steps: 8,
  /** Maximum tokens of one step. */
  tokens: 1_500,
  /** Maximum characters of text and thinking of the whole run. */
  characters: 24_000,
  /** Milliseconds of the whole run, including approvals. */
  ms: 10 * 60_000,
  /** Maximum tool calls of the whole run. */
  tools: 24,
} as const

export interface Usage {
  readonly input: number
  readonly output: number
}

export interface AnswerRunOptions {
  readonly model: LanguageModel
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** @param stopping aborts when the run ends, for whatever reason */
  readonly tools: (stopping: AbortSignal) => ToolSet
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
  readonly onThinking: (text: string) => void
  /** A step ended: the next text is another paragraph. */
  readonly onStepEnd?: () => void
  /** Called with the usage of a step. @returns whether there is budget for another step */
  readonly onUsage: (usage: Usage) => boolean
}

export interface RunEnd {
  /** The model's text and its tools' results, as context for the next question. */
  readonly messages: readonly ModelMessage[]
  readonly ended: 'answered' | 'stopped' | 'failed' | 'steps' | 'budget' | 'time'
  readonly problem?: ModelProblem
  /** The model responded, so its tools may have acted. */
  readonly hasBegun: boolean
}

/** Never rejects. */
export async function runAnswer(options: AnswerRunOptions): Promise<RunEnd> {
  const { model, system, messages, clock, signal, onText, onThinking, onUsage } = options
  const ending = new AbortController()
  const stopping = AbortSignal.any([signal, ending.signal])
  setMaxListeners(0, stopping)
  const tools = options.tools(stopping)
  const stopTimer = clock.after(runLimits.ms, () => ending.abort('time'))
  let hasBudget = true
  let toolCalls = 0
  let characters = 0
  let steps = 0
  let begun = 0
  let problem: ModelProblem | undefined
  let lastReason = ''
  let prompted = promptLength(system, messages) + toolsLength(tools)
  let written = 0
  let returned = 0
  const count = (text: string): string => {
    const room = runLimits.characters - characters
    characters += text.length
    written += text.length
    if (characters > runLimits.characters) ending.abort('size')
    return text.slice(0, Math.max(0, room))
  }
  const spend = (usage: LanguageModelUsage | undefined): void => {
    hasBudget = onUsage(usedTokens(usage, { prompted, written })) && hasBudget
    prompted += written + returned
    written = 0
    returned = 0
  }
  try {
    const result = streamText({
      model,
      system,
      messages: [...messages],
      tools: bounded(tools, () => {
        toolCalls += 1
        return toolCalls <= runLimits.tools
      }),
      maxOutputTokens: runLimits.tokens,
      maxRetries: 1,
      stopWhen: ({ steps: taken }) => taken.length >= runLimits.steps || !hasBudget,
      abortSignal: stopping,
      onError() {},
    })
    for await (const part of result.fullStream) {
      if (signal.aborted || ending.signal.aborted) break
      if (part.type === 'text-delta') await inPieces(count(part.text), signal, onText)
      else if (part.type === 'reasoning-delta') await inPieces(count(part.text), signal, onThinking)
      else if (part.type === 'error') {
        problem = modelProblemOf(part.error)
        break
      } else if (part.type === 'start-step') begun += 1
      else if (part.type === 'tool-result') returned += lengthOf(part.output)
      else if (part.type === 'finish-step') {
        steps += 1
        options.onStepEnd?.()
        lastReason = part.finishReason
        spend(part.usage)
      }
    }
    // An interrupted step was sent all the same.
    if (begun > steps || steps === 0 || problem) spend(undefined)
    const end = endOf({ signal, ending: ending.signal, problem, lastReason, hasBudget, hasBegun: characters > 0 })
    // An interrupted run leaves nothing for the model to continue from.
    const said =
      end.ended === 'answered' || end.ended === 'steps' || end.ended === 'budget'
        ? (await result.response).messages
        : []
    return { ...end, messages: said, hasBegun: steps > 0 || characters > 0 || toolCalls > 0 }
  } catch (error) {
    spend(undefined)
    const end = endOf({
      signal,
      ending: ending.signal,
      problem: problem ?? modelProblemOf(error),
      lastReason,
      hasBudget,
      hasBegun: characters > 0,
    })
    return { ...end, messages: [], hasBegun: steps > 0 || characters > 0 || toolCalls > 0 }
  } finally {
    stopTimer()
    ending.abort()
  }
}

/** Characters split into chat lines per turn of the event loop. */
const pieceLength = 2_000

/** Forwards a long text in pieces, until it is stopped. */
async function inPieces(text: string, stopping: AbortSignal, take: (piece: string) => void): Promise<void> {
  for (let at = 0; at < text.length && !stopping.aborted; at += pieceLength) {
    if (at > 0) await nextTurn()
    take(text.slice(at, at + pieceLength))
  }
}

interface RunEndFacts {
  readonly signal: AbortSignal
  readonly ending: AbortSignal
  readonly problem: ModelProblem | undefined
  readonly lastReason: string
  readonly hasBudget: boolean
  /** Text or thinking was received. */
  readonly hasBegun: boolean
}

/** The error of an interrupted connection. */
const isConnection = ({ kind }: ModelProblem): boolean =>
  kind === 'unreachable' || kind === 'not-an-api' || kind === 'other'

function endOf({
  signal,
  ending,
  problem,
  lastReason,
  hasBudget,
  hasBegun,
}: RunEndFacts): Omit<RunEnd, 'messages' | 'hasBegun'> {
  if (signal.aborted) return { ended: 'stopped' }
  if (ending.aborted)
    return ending.reason === 'time' ? { ended: 'time' } : { ended: 'failed', problem: { kind: 'too-large' } }
  if (problem) return { ended: 'failed', problem: hasBegun && isConnection(problem) ? { kind: 'broken-off' } : problem }
  if (lastReason === 'tool-calls') return { ended: hasBudget ? 'steps' : 'budget' }
  // A stream without a finish reason was interrupted.
  if (lastReason === '' || lastReason === 'other' || lastReason === 'unknown')
    return { ended: 'failed', problem: { kind: 'broken-off' } }
  return { ended: 'answered' }
}

/** A token is about four characters; reported usage below a tenth of that is not trusted. */
function usedTokens(
  usage: LanguageModelUsage | undefined,
  { prompted, written }: { prompted: number; written: number },
): Usage {
  const least = { input: Math.ceil(prompted / 40), output: Math.ceil(written / 40) }
  const guessed = { input: Math.ceil(prompted / 4), output: Math.ceil(written / 4) }
  const { inputTokens, outputTokens } = usage ?? {}
  return {
    input: isCount(inputTokens) ? Math.max(inputTokens, least.input) : guessed.input,
    output: isCount(outputTokens) ? Math.max(outputTokens, least.output) : guessed.output,
  }
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0

const promptLength = (system: string, messages: readonly ModelMessage[]): number =>
  system.length + JSON.stringify(messages).length

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** The tool descriptions are sent with each step. */
const toolsLength = (tools: ToolSet): number =>
  lengthOf(
    Object.entries(tools).map(([name, { description, inputSchema }]) => [
      name,
      description,
      (inputSchema as { readonly jsonSchema?: unknown }).jsonSchema,
    ]),
  )

/** The tools, each refused after too many calls. Concurrent calls each start in a turn of their own. */
function bounded(tools: ToolSet, mayCall: () => boolean): ToolSet {
  let turn: Promise<unknown> = Promise.resolve()
  const entries = Object.entries(tools).map(([name, one]) => {
    const { execute } = one
    if (!execute) return [name, one] as const
    const limited: typeof execute = async (input, options) => {
      if (!mayCall()) return 'It was not done: this answer has used too many tools. Answer now.'
      turn = turn.then(() => nextTurn())
      await turn
      return execute(input, options)
    }
    return [name, { ...one, execute: limited }] as const
  })
  return Object.fromEntries(entries) as ToolSet
}
