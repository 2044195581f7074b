/**
 * Authentication: checks the bearer token of a request and builds the refusal when it is missing or invalid.
 *
 * Enforces invariant 7. The token itself is in no response and no log.
 */
import type { IncomingMessage } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient, Authenticator } from '../../gateway/ports/client-access.js'
import type { RejectionRecorder } from '../../gateway/ports/connections.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { LockOut } from './lock-out.js'
import type { HttpRefusal } from './refusal.js'

export type HttpAuthenticationResult =
  | { readonly ok: true; readonly authenticated: AuthenticatedClient }
  | { readonly ok: false; readonly refusal: HttpRefusal }

export interface AuthenticationOptions {
  readonly keys: Authenticator
  readonly clock: Clock
  readonly log: Log
  /** Records refused requests. */
  readonly refusals?: RejectionRecorder | undefined
}

const tokenHelp =
  'Send "Authorization: Bearer TOKEN". Create a token with "gatehouse clients add NAME" or in the Gatehouse window. Programs of the same user can use the token in gateway.json of the profile, or the stdio bridge.'

/** @returns a function that authenticates a request and logs refused ones */
export function createAuthentication(
  options: AuthenticationOptions,
): (request: IncomingMessage) => HttpAuthenticationResult {
  const { keys, clock, log, refusals } = options
  const lockOut = new LockOut(clock)

  function wrongToken(clientId: string | undefined): HttpRefusal {
    const { milliseconds, began } = lockOut.wrongToken()
    refusals?.note({ reason: milliseconds === 0 ? 'wrong-key' : 'locked-out', clientId })
    if (milliseconds === 0) {
      log.warn('a request was refused', { reason: 'its token is unknown' })
      return refused('AUTH.TOKEN_INVALID')
    }
    const seconds = Math.ceil(milliseconds / 1_000)
    if (began) log.warn('many wrong tokens: their senders must wait', { seconds })
    const error = new GatewayError('SYSTEM.RATE_LIMITED', {
      message: 'Too many wrong tokens in a short time.',
      suggestion: `Wait ${seconds} seconds before you try another token. A valid token always works. ${tokenHelp}`,
      details: { retryAfterMs: milliseconds },
    })
    return { status: 429, error, retryAfterSeconds: seconds }
  }

  return ({ headers: { authorization }, socket }) => {
    if (authorization === undefined) {
      log.warn('a request was refused', { reason: 'it has no token' })
      refusals?.note({ reason: 'no-key' })
      return { ok: false, refusal: refused('AUTH.UNAUTHORIZED') }
    }
    if (!/^Bearer( |$)/iu.test(authorization)) {
      refusals?.note({ reason: 'wrong-key' })
      return { ok: false, refusal: { status: 401, error: withoutScheme } }
    }
    const token = /^Bearer (\S+)$/iu.exec(authorization)?.[1]
    const admission =
      token === undefined ? ({ ok: false, why: 'unknown', clientId: undefined } as const) : keys.authenticate(token)
    if (admission.ok)
      return {
        ok: true,
        authenticated: { ...admission.authenticated, ...(socket.remoteAddress && { clientIp: socket.remoteAddress }) },
      }
    const { clientId } = admission
    if (admission.why === 'unknown') return { ok: false, refusal: wrongToken(clientId) }
    refusals?.note({ reason: admission.why, clientId })
    if (admission.why === 'expired') return { ok: false, refusal: { status: 401, error: accessExpired } }
    log.warn('a request was refused', { reason: 'its key was revoked' })
    return { ok: false, refusal: { status: 401, error: keyRevoked } }
  }
}

const withoutScheme = new GatewayError('AUTH.TOKEN_INVALID', {
  message: 'The header Authorization does not begin with "Bearer ".',
  suggestion: 'Send it as: Authorization: Bearer TOKEN',
})

const refused = (code: 'AUTH.UNAUTHORIZED' | 'AUTH.TOKEN_INVALID'): HttpRefusal => ({
  status: 401,
  error: new GatewayError(code, { suggestion: tokenHelp }),
})

const accessExpired = new GatewayError('AUTH.TOKEN_EXPIRED', {
  message: 'This access token has expired.',
  suggestion: 'Get another with the refresh token, or authorise again.',
})

const keyRevoked = new GatewayError('AUTH.TOKEN_EXPIRED', {
  message: 'The owner has revoked this key.',
  suggestion: 'Ask the owner for a new one: gatehouse clients add NAME.',
})
