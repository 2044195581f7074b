/**
 * Registration: a program makes itself known. RFC 7591.
 *
 * It gets no right by that: a person is asked later. Guards invariant 7: what it says of itself is cleaned, its addresses
 * are held against the rules, and programs that register without end are told to wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientLimits } from '../../contract/client.js'
import type { OAuthKeys, Registration } from '../../gateway/oauth-ports.js'
import type { Clock } from '../../gateway/ports.js'
import { jsonBodyOf, saysJson } from '../../http/json-body.js'
import { readTextBody } from '../../http/text-body.js'
import { isClientName } from '../../policy/new-client.js'
import { type Bucket, take } from '../../policy/rate.js'
import { isRedirectUri, redirectLimits } from '../../policy/redirect-uri.js'
import { plainName, untrusted } from '../../policy/untrusted-text.js'
import { answerJson, answerProblem, answerWrongMethod, type OAuthProblem } from './oauth-answer.js'

/** Of all programs together. */
const registrationRate = { requests: 20, period: 'minute' } as const

const mostBytes = 16 * 1024

export const namelessProgram = 'Unnamed program'

export function createRegistration(keys: OAuthKeys, clock: Clock) {
  let bucket: Bucket | undefined
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return answerWrongMethod(response, 'POST')
    const taken = take(registrationRate, bucket, clock.elapsed())
    bucket = taken.bucket
    if (!taken.allowed) return answerProblem(response, tooMany(Math.ceil(taken.retryAfterMs / 1_000)))
    const text = saysJson(request) ? await readTextBody(request, mostBytes) : undefined
    const body = text === undefined ? undefined : jsonBodyOf(text)
    if (!body?.ok) return answerProblem(response, wrong('The body must be JSON of at most 16 KiB.'))
    const wanted = wantedIn(body.value)
    if ('error' in wanted) return answerProblem(response, wanted)
    const registration = keys.register(wanted)
    if (!registration) return answerProblem(response, tooMany(600))
    answerJson(response, 201, {
      client_id: registration.id,
      client_id_issued_at: Math.floor(clock.now().getTime() / 1_000),
      client_name: registration.name,
      redirect_uris: registration.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  }
}

/** What of the metadata counts; the rest is left out, as RFC 7591 (section 2) lets a server do. */
function wantedIn(metadata: unknown): Omit<Registration, 'id'> | OAuthProblem {
  if (typeof metadata !== 'object' || metadata === null) return wrong('The body must be an object.')
  const given = metadata as Readonly<Record<string, unknown>>
  const { redirect_uris: uris, client_name: name, grant_types: grants, response_types: responses } = given
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectLimits.uris) return wrongUris
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))
  if (redirectUris.length !== uris.length) return wrongUris
  if (Array.isArray(grants) && !grants.includes('authorization_code')) {
    return wrong('grant_types must have authorization_code.')
  }
  if (Array.isArray(responses) && !responses.includes('code')) return wrong('response_types must have code.')
  return { name: claimedName(name), redirectUris }
}

function claimedName(given: unknown): string {
  const name = plainName(untrusted(given), clientLimits.name)
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ')
  return isClientName(name) ? name : namelessProgram
}

const wrong = (description: string): OAuthProblem => ({ error: 'invalid_client_metadata', description })

const wrongUris: OAuthProblem = {
  error: 'invalid_redirect_uri',
  description: `redirect_uris must have 1 to ${redirectLimits.uris} addresses: https, http on this computer (127.0.0.1, [::1], localhost), or a scheme of the program's own; without a fragment.`,
}

const tooMany = (retryAfterSeconds: number): OAuthProblem => ({
  status: 429,
  error: 'temporarily_unavailable',
  description: 'Too many programs have registered. Try again later.',
  retryAfterSeconds,
})
