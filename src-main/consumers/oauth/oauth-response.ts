/** OAuth response: JSON responses of the endpoints for programs, not cacheable. RFC 6749, sections 5.1 and 5.2. */
import type { ResponseWriter } from '../../network/http/exchange.js'
import type { Refuse } from '../../network/http/refusal.js'

export interface OAuthProblem {
  /** HTTP status; default 400. */
  readonly status?: number
  /** `error` of RFC 6749 and RFC 7591. */
  readonly error: string
  readonly description: string
  readonly retryAfterSeconds?: number
}

export function sendJson(
  response: ResponseWriter,
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

export function sendProblem(response: ResponseWriter, problem: OAuthProblem): void {
  const { status = 400, error, description, retryAfterSeconds } = problem
  const wait = retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }
  sendJson(response, status, { error, error_description: description }, { ...wait })
}

export function sendMethodNotAllowed(response: ResponseWriter, allowed: string): void {
  response.setHeader('Allow', allowed)
  sendProblem(response, { status: 405, error: 'invalid_request', description: `Use ${allowed}.` })
}

/** Format of the listener's refusals on these routes. */
export const refuseInOAuth: Refuse = (response, { status, error, retryAfterSeconds }) =>
  sendProblem(response, {
    status,
    error: status >= 500 ? 'server_error' : 'invalid_request',
    description: `${error.message} ${error.suggestion}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
