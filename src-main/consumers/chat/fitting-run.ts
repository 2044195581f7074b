/**
 * Fitting run: gives a model with a small context the compact list of tools.
 *
 * The size is known from the model's server, or from its refusal of the whole list; the question is then asked again.
 * A run that has begun is never repeated: its tools have acted.
 */

import type { ModelChoice, ModelProblem } from '@shared/features/chat.js'
import { RecentMap } from '@shared/recent-map.js'
import type { ToolSet } from 'ai'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { RunEnd } from './answer-run.js'
import { compactTools } from './compact-tools.js'
import { contextTokensOf, isLocalServer, smallContext } from './models/context-size.js'

/** Ports of Ollama and LM Studio, which may cut a request without an error: their models are looked up first. */
const cuttingPorts: ReadonlySet<string> = new Set(['11434', '1234'])

/** Where a local server names no number: the usual context of local models. */
const assumedContext = 4_096
const rememberedMs = 5 * 60_000
const maxRemembered = 64

export class ContextSizes {
  readonly #clock: Pick<Clock, 'after' | 'elapsed'>
  readonly #known = new RecentMap<string, { readonly tokens: number | undefined; readonly at: number }>(maxRemembered)

  constructor(clock: Pick<Clock, 'after' | 'elapsed'>) {
    this.#clock = clock
  }

  /** Tokens of a small context; undefined for a large or unknown one. */
  async smallOne(choice: ModelChoice): Promise<number | undefined> {
    const known = this.#known.get(keyOf(choice))
    if (known && this.#clock.elapsed() - known.at < rememberedMs) return known.tokens
    if (!URL.canParse(choice.baseUrl) || !cuttingPorts.has(new URL(choice.baseUrl).port)) return undefined
    return this.#remember(choice, await contextTokensOf(choice, this.#clock))
  }

  /** What the last question or test found; undefined for a large or unknown context. */
  lastSmallOne(choice: ModelChoice): number | undefined {
    return this.#known.get(keyOf(choice))?.tokens
  }

  /** After a refusal. Undefined when the context is large, as that of services usually is: shorter tools would not help. */
  async learn(choice: ModelChoice, problem: ModelProblem): Promise<number | undefined> {
    const tokens = problem.contextTokens ?? (await contextTokensOf(choice, this.#clock))
    return this.#remember(choice, tokens ?? (isLocalServer(choice) ? assumedContext : undefined))
  }

  #remember(choice: ModelChoice, tokens: number | undefined): number | undefined {
    const small = tokens !== undefined && tokens <= smallContext ? tokens : undefined
    this.#known.set(keyOf(choice), { tokens: small, at: this.#clock.elapsed() })
    return small
  }
}

const keyOf = ({ baseUrl, name }: ModelChoice): string => JSON.stringify([baseUrl, name])

export type FitTools = (tools: ToolSet) => ToolSet

/** @param run one run; @returns of the second run, when the first was refused before it began */
export async function runFitting(
  sizes: ContextSizes,
  choice: ModelChoice,
  run: (fit: FitTools) => Promise<RunEnd>,
): Promise<RunEnd> {
  const known = await sizes.smallOne(choice)
  const end = await run(fitFor(known))
  if (end.problem?.kind !== 'too-long' || end.hasBegun || known !== undefined) return end
  const learned = await sizes.learn(choice, end.problem)
  return learned === undefined ? end : run(fitFor(learned))
}

const fitFor =
  (tokens: number | undefined): FitTools =>
  (tools) =>
    tokens === undefined ? tools : compactTools(tools, tokens)
