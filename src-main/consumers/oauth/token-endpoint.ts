/**
 * Token endpoint: exchanges a code or a refresh token for tokens, and revokes tokens. RFC 6749, section 3.2; RFC 7009.
 *
 * Enforces invariant 7: the body is bounded, no duplicate parameters, and guessing is rate limited. Enforces invariant
 * 8: no secret of a request is in a response or a log.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthKeys } from '../../gateway/ports/oauth.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { LockOut } from '../../network/http/lock-out.js'
import { readTextBody } from '../../network/http/text-body.js'
import { isOurResource, type ResourcePaths } from './metadata.js'
import type { OAuthLibrary } from './oauth-library.js'
import { type OAuthProblem, sendJson, sendMethodNotAllowed, sendProblem } from './oauth-response.js'
import { type Parameters, parametersIn, resourcesIn } from './parameters.js'

export interface TokenEndpointOptions {
  readonly keys: OAuthKeys
  readonly library: OAuthLibrary
  readonly clock: Clock
  readonly log: Log
  readonly resources: ResourcePaths
  /** Host names of the listener. */
  readonly originsOf: (request: IncomingMessage) => readonly string[]
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const maxBytes = 16 * 1024

export function createTokenEndpoint(options: TokenEndpointOptions): {
  readonly token: RequestHandler
  readonly revoke: RequestHandler
} {
  const { keys, library, clock, log, resources, originsOf } = options
  const lockOut = new LockOut(clock)

  /** An invalid grant is always reported: a program needs that to request consent again. */
  function refuse(response: ServerResponse, problem: OAuthProblem): void {
    const { milliseconds, began } = lockOut.wrongToken()
    if (milliseconds === 0) {
      log.warn('an OAuth request was refused', { error: problem.error })
      return sendProblem(response, problem)
    }
    const retryAfterSeconds = Math.ceil(milliseconds / 1_000)
    if (began) log.warn('repeated wrong OAuth requests: they must wait', { retryAfterSeconds })
    sendProblem(response, { ...problem, status: 429, retryAfterSeconds })
  }

  async function formOf(request: IncomingMessage, response: ServerResponse): Promise<Parameters | undefined> {
    if (request.method !== 'POST') {
      sendMethodNotAllowed(response, 'POST')
      return undefined
    }
    const text = isFormEncoded(request) ? await readTextBody(request, maxBytes) : undefined
    const form = text === undefined ? undefined : parametersIn(text)
    if (!form) sendProblem(response, noForm)
    return form
  }

  return {
    async token(request, response) {
      const form = await formOf(request, response)
      if (!form) return
      if (!resourcesIn(form).every((resource) => isOurResource(resource, originsOf(request), resources))) {
        return refuse(response, foreignResource)
      }
      const answer = await library.issueTokens(request, form)
      if (answer.ok) return sendJson(response, 200, answer.body)
      const { status, error, description } = answer
      refuse(response, { status, error, description })
    },
    async revoke(request, response) {
      const form = await formOf(request, response)
      if (!form) return
      const registration = keys.find(form.get('client_id') ?? '')
      if (!registration) return refuse(response, unknownClient)
      const token = form.get('token')
      if (token === undefined) return sendProblem(response, noToken)
      keys.revoke(token, registration.id)
      sendJson(response, 200, {})
    },
  }
}

const isFormEncoded = ({ headers }: IncomingMessage): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/iu.test(headers['content-type'] ?? '')

export const foreignResource: OAuthProblem = {
  error: 'invalid_target',
  description: 'This server does not have this resource.',
}

const noForm: OAuthProblem = {
  error: 'invalid_request',
  description: 'The body must be application/x-www-form-urlencoded, at most 16 KiB, with each parameter once.',
}

const unknownClient: OAuthProblem = { error: 'invalid_client', description: 'No such client_id. Register again.' }

const noToken: OAuthProblem = { error: 'invalid_request', description: 'The parameter token is missing.' }
