/**
 * Model problem: classifies a model's error.
 *
 * Enforces invariant 8: of an error only the endpoint's own short message is kept, never headers, addresses or the key.
 */

import type { ModelProblem, ModelProblemKind } from '@shared/features/chat.js'
import { APICallError, RetryError } from 'ai'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { ResponseLimitError } from './bounded-fetch.js'
import { contextTokensIn } from './context-size.js'

/** Maximum characters of the endpoint's message. */
const maxMessageLength = 200

const kindOfStatus: Readonly<Record<number, ModelProblemKind>> = {
  401: 'key',
  402: 'money',
  403: 'key',
  404: 'model',
  405: 'not-an-api',
  413: 'too-long',
  429: 'rate',
}

const billingPhrases = [
  'insufficient_quota',
  'insufficient balance',
  'billing',
  'credit balance',
  'exceeded your current quota',
]
/** llama.cpp, LM Studio, and servers for Python. */
const contextPhrases = ['context size', 'exceed_context_size', 'context window', 'n_ctx', 'context the overflows']
const lengthPhrases = [
  'context length',
  'context_length',
  'maximum context',
  'too many tokens',
  'prompt is too long',
  ...contextPhrases,
]
const toolPhrases = ['does not support tools', 'tool use', 'tool_choice', 'tools is not supported', 'function calling']
const modelPhrases = [
  'model not found',
  'does not exist',
  'not_found',
  'unknown model',
  'no such model',
  'model_not_found',
]

export function modelProblemOf(error: unknown): ModelProblem {
  if (RetryError.isInstance(error)) return modelProblemOf(error.lastError)
  if (APICallError.isInstance(error)) return problemOfCall(error)
  const limit = causeOf(error, (cause): cause is ResponseLimitError => cause instanceof ResponseLimitError)
  if (limit) return { kind: limit.kind }
  if (error instanceof Error && isNetworkError(error)) return { kind: 'unreachable', ...said(networkCode(error)) }
  if (
    error instanceof Error &&
    ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError'].includes(error.name)
  )
    return { kind: 'not-an-api' }
  if (error instanceof Error && error.name === 'AI_NoOutputGeneratedError') return { kind: 'broken-off' }
  const message = messageOf(error)
  const kind = kindOfMessage(message) ?? 'other'
  const contextTokens = kind === 'too-long' ? contextTokensIn(message) : undefined
  return { kind, ...said(message), ...(contextTokens !== undefined && { contextTokens }) }
}

function problemOfCall(error: APICallError): ModelProblem {
  const { statusCode, responseBody = '', cause } = error
  if (cause instanceof ResponseLimitError) return { kind: cause.kind }
  if (statusCode === undefined) {
    const limit = causeOf(error, (one): one is ResponseLimitError => one instanceof ResponseLimitError)
    return limit ? { kind: limit.kind } : { kind: 'unreachable', ...said(networkCode(error)) }
  }
  if (statusCode >= 200 && statusCode < 300) return { kind: 'not-an-api' }
  const text = `${error.message} ${responseBody.slice(0, 4_096)}`
  const isHtml = responseBody.trimStart().startsWith('<')
  const byStatus = kindOfStatus[statusCode] ?? (statusCode >= 500 ? 'server' : undefined)
  if (isHtml && (byStatus === 'model' || byStatus === undefined)) return { kind: 'not-an-api' }
  const kind = statusCode === 401 ? 'key' : (kindOfMessage(text) ?? byStatus ?? 'other')
  // A chat API exists even without the model; another path says nothing about models.
  if (kind === 'model' && !text.toLowerCase().includes('model')) return { kind: 'not-an-api', ...said(error.message) }
  const contextTokens = kind === 'too-long' ? contextTokensIn(text) : undefined
  return { kind, ...(isHtml ? {} : said(error.message)), ...(contextTokens !== undefined && { contextTokens }) }
}

function kindOfMessage(text: string): ModelProblemKind | undefined {
  const lowerCase = text.toLowerCase()
  const holds = (one: string): boolean => lowerCase.includes(one)
  if (billingPhrases.some(holds)) return 'money'
  if (lengthPhrases.some(holds)) return 'too-long'
  if (toolPhrases.some(holds)) return 'tools'
  if (modelPhrases.some(holds)) return 'model'
  return undefined
}

const said = (message: string | undefined): { says?: string } => {
  const says = message && cleanText(withoutKeys(message), maxMessageLength).trim()
  return says ? { says } : {}
}

/** Some endpoints repeat the key that they refuse. */
const withoutKeys = (text: string): string => text.replace(/\b(?:sk|key|pk)[-_][\w*.-]{4,}/giu, '…')

/** The message of a value thrown by an endpoint or a library, which is not always an `Error`. */
const messageOf = (error: unknown): string => {
  if (error instanceof Error) return error.message
  if (typeof error === 'string') return error
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : ''
}

const isNetworkError = (error: Error): boolean =>
  networkCode(error) !== undefined || (error instanceof TypeError && error.message === 'fetch failed')

const networkCodes =
  /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR|CERT_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO)/u

function networkCode(error: Error): string | undefined {
  const found = causeOf(error, (one): one is Error & { code: string } => {
    const { code } = one as { code?: unknown }
    return typeof code === 'string' && networkCodes.test(code)
  })
  return found?.code
}

function causeOf<Found>(error: unknown, isMeant: (cause: object) => cause is object & Found): Found | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 6 && typeof cause === 'object' && cause !== null; depth += 1) {
    if (isMeant(cause)) return cause
    cause = (cause as { cause?: unknown }).cause
  }
  return undefined
}
