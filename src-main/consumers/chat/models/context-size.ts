/**
 * Context size: how many tokens a local model can read at once, as far as its server tells.
 *
 * Guards the key: it is not sent. Only servers on this computer and in private networks are asked; those of others
 * have room. Never rejects, and does not delay a question for long.
 */
import type { ModelChoice } from '@shared/features/chat.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isPlainTextPrivate, originOf } from '../../../policy/chat/model-address.js'
import { boundedFetch } from './bounded-fetch.js'

/** Up to this many tokens the model gets the compact list of tools. */
export const smallContext = 12_288

/** Of Ollama, where neither the model nor the server sets another. It cuts longer requests without an error. */
const ollamaDefault = 4_096

const limits = { bytes: 1_048_576, eventBytes: 262_144, events: 64, lines: 65_536, values: 100_000, idleMs: 1_000 }

type Json = Readonly<Record<string, unknown>>
type Read = (path: string, body?: object) => Promise<Json | undefined>

/** The origin of a server on this computer or in a private network. */
function localOriginOf(baseUrl: string): string | undefined {
  const origin = originOf(baseUrl)
  return origin && new URL(origin).protocol === 'http:' && isPlainTextPrivate(origin) ? origin : undefined
}

export const isLocalServer = ({ baseUrl }: Pick<ModelChoice, 'baseUrl'>): boolean =>
  localOriginOf(baseUrl) !== undefined

/** Undefined when the server does not tell. */
export async function contextTokensOf(choice: ModelChoice, clock: Pick<Clock, 'after'>): Promise<number | undefined> {
  const origin = localOriginOf(choice.baseUrl)
  if (origin === undefined) return undefined
  const bounded = boundedFetch(clock, limits)
  const read: Read = async (path, body) => {
    try {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await bounded(`${origin}${path}`, body && post)
      if (!response.ok) return void (await response.body?.cancel())
      const value: unknown = await response.json()
      return typeof value === 'object' && value !== null ? (value as Json) : undefined
    } catch {
      return undefined
    }
  }
  const found = await Promise.all([ofLlamaCpp(read), ofOllama(read, choice.name), ofLmStudio(read, choice.name)])
  return found.find((one) => one !== undefined)
}

/** `/props` has the context of one slot, which is what a request may use. */
async function ofLlamaCpp(read: Read): Promise<number | undefined> {
  const props = await read('/props')
  return tokensIn((props?.default_generation_settings as Json | undefined)?.n_ctx)
}

/** `/api/show` has what the model's file sets, and what the model could do at most; `/api/ps` what is loaded. */
async function ofOllama(read: Read, model: string): Promise<number | undefined> {
  const [shown, running] = await Promise.all([read('/api/show', { model }), read('/api/ps')])
  if (!shown || !('model_info' in shown || 'parameters' in shown)) return undefined
  const loaded = (Array.isArray(running?.models) ? (running.models as Json[]) : []).find(
    (one) => one?.name === model || one?.model === model,
  )
  const set = linesOf(shown.parameters).find(([name]) => name === 'num_ctx')?.[1]
  const most = Object.entries((shown.model_info as Json | undefined) ?? {}).find(([name]) =>
    name.endsWith('.context_length'),
  )?.[1]
  return (
    tokensIn(loaded?.context_length) ??
    tokensIn(Number(set)) ??
    Math.min(ollamaDefault, tokensIn(most) ?? ollamaDefault)
  )
}

const linesOf = (text: unknown): string[][] =>
  typeof text === 'string'
    ? text
        .slice(0, 4_096)
        .split('\n')
        .map((line) => line.split(' ').filter(Boolean))
    : []

async function ofLmStudio(read: Read, model: string): Promise<number | undefined> {
  const shown = await read(`/api/v0/models/${encodeURIComponent(model)}`)
  return tokensIn(shown?.loaded_context_length) ?? tokensIn(shown?.max_context_length)
}

const tokensIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined

/** What a server said in its error: llama.cpp names `n_ctx`, others end the number with "tokens". */
export function contextTokensIn(message: string): number | undefined {
  const lowerCase = message.slice(0, 4_096).toLowerCase()
  const numbers = contextPhrases.flatMap((phrase) => {
    const at = lowerCase.indexOf(phrase)
    return at < 0 ? [] : [Number.parseInt(lowerCase.slice(at + phrase.length).replace(/^[ (":]{1,4}/u, ''), 10)]
  })
  return numbers.find((one) => one > 0)
}

/** What stands before the number. */
const contextPhrases = [
  '"n_ctx"',
  'available context size',
  'context length of only',
  'maximum context length is',
  'context window of',
]
