/**
 * Token endpoint: a code or a refresh token is changed for tokens, and tokens are given back. RFC 6749, section 3.2; RFC 7009.
 *
 * Guards invariant 7: the body is bounded, each parameter is there once, and who guesses is told to wait. Guards
 * invariant 8: no secret of a request is in an answer or a log.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthKeys } from '../../gateway/oauth-ports.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { LockOut } from '../../http/lock-out.js'
import { readTextBody } from '../../http/text-body.js'
import { isOurResource, type ResourcePaths } from './metadata.js'
import { answerJson, answerProblem, answerWrongMethod, type OAuthProblem } from './oauth-answer.js'
import type { OAuthLibrary } from './oauth-library.js'
import { type Parameters, parametersIn, resourcesIn } from './parameters.js'

export interface TokenEndpointOptions {
  readonly keys: OAuthKeys
  readonly library: OAuthLibrary
  readonly clock: Clock
  readonly log: Log
  readonly resources: ResourcePaths
  /** Names that the door has. */
  readonly originsOf: (request: IncomingMessage) => readonly string[]
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const mostBytes = 16 * 1024

export function createTokenEndpoint(options: TokenEndpointOptions): { readonly token: Serve; readonly revoke: Serve } {
  const { keys, library, clock, log, resources, originsOf } = options
  const lockOut = new LockOut(clock)

  /** What did not count is told so in any case: a program needs that to ask its person again. */
  function refuse(response: ServerResponse, problem: OAuthProblem): void {
    const { milliseconds, began } = lockOut.wrongToken()
    if (milliseconds === 0) {
      log.warn('an OAuth request was refused', { error: problem.error })
      return answerProblem(response, problem)
    }
    const retryAfterSeconds = Math.ceil(milliseconds / 1_000)
    if (began) log.warn('wrong OAuth requests come one after the other: they are told to wait', { retryAfterSeconds })
    answerProblem(response, { ...problem, status: 429, retryAfterSeconds })
  }

  async function formOf(request: IncomingMessage, response: ServerResponse): Promise<Parameters | undefined> {
    if (request.method !== 'POST') {
      answerWrongMethod(response, 'POST')
      return undefined
    }
    const text = saysForm(request) ? await readTextBody(request, mostBytes) : undefined
    const form = text === undefined ? undefined : parametersIn(text)
    if (!form) answerProblem(response, noForm)
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
      if (answer.ok) return answerJson(response, 200, answer.body)
      const { status, error, description } = answer
      refuse(response, { status, error, description })
    },
    async revoke(request, response) {
      const form = await formOf(request, response)
      if (!form) return
      const registration = keys.find(form.get('client_id') ?? '')
      if (!registration) return refuse(response, unknownClient)
      const token = form.get('token')
      if (token === undefined) return answerProblem(response, noToken)
      keys.revoke(token, registration.id)
      answerJson(response, 200, {})
    },
  }
}

const saysForm = ({ headers }: IncomingMessage): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/iu.test(headers['content-type'] ?? '')

export const foreignResource: OAuthProblem = {
  error: 'invalid_target',
  description: 'The resource is not one of this door.',
}

const noForm: OAuthProblem = {
  error: 'invalid_request',
  description: 'The body must be application/x-www-form-urlencoded, at most 16 KiB, with each parameter once.',
}

const unknownClient: OAuthProblem = { error: 'invalid_client', description: 'No such client_id. Register again.' }

const noToken: OAuthProblem = { error: 'invalid_request', description: 'The parameter token is missing.' }
