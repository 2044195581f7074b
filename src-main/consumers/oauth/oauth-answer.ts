/** OAuth answer: what the endpoints that programs ask say, as JSON that nobody keeps. RFC 6749, sections 5.1 and 5.2. */
import type { Answer } from '../../http/exchange.js'
import type { Refuse } from '../../http/refusal.js'

export interface OAuthProblem {
  /** Of HTTP; 400 when left out. */
  readonly status?: number
  /** `error` of RFC 6749 and RFC 7591. */
  readonly error: string
  readonly description: string
  readonly retryAfterSeconds?: number
}

export function answerJson(
  response: Answer,
  status: number,
  body: object,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(JSON.stringify(body))
}

export function answerProblem(response: Answer, problem: OAuthProblem): void {
  const { status = 400, error, description, retryAfterSeconds } = problem
  const wait = retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }
  answerJson(response, status, { error, error_description: description }, { ...wait })
}

export function answerWrongMethod(response: Answer, allowed: string): void {
  response.setHeader('Allow', allowed)
  answerProblem(response, { status: 405, error: 'invalid_request', description: `Use ${allowed}.` })
}

/** How the door refuses here. */
export const refuseInOAuth: Refuse = (response, { status, error, retryAfterSeconds }) =>
  answerProblem(response, {
    status,
    error: status >= 500 ? 'server_error' : 'invalid_request',
    description: `${error.message} ${error.suggestion}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
