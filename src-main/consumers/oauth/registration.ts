/**
 * Registration: dynamic client registration. RFC 7591.
 *
 * Registering grants no right: a person decides later. Enforces invariant 7: the metadata is cleaned, redirect
 * addresses are validated, and the rate is limited.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientLimits } from '@shared/clients/client.js'
import type { ClientRegistration, OAuthKeys } from '../../gateway/ports/oauth.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { hasJsonContentType, jsonBodyOf } from '../../network/http/json-body.js'
import { readTextBody } from '../../network/http/text-body.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import { isClientName } from '../../policy/rights/new-client.js'
import { isRedirectUri, redirectLimits } from '../../policy/rights/redirect-uri.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { type OAuthProblem, sendJson, sendMethodNotAllowed, sendProblem } from './oauth-response.js'

/** Of all programs together. */
const registrationRate = { requests: 20, period: 'minute' } as const

const maxBytes = 16 * 1024

export const namelessProgram = 'Unnamed program'

export function createRegistration(keys: OAuthKeys, clock: Clock) {
  let bucket: Bucket | undefined
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return sendMethodNotAllowed(response, 'POST')
    const taken = take(registrationRate, bucket, clock.elapsed())
    bucket = taken.bucket
    if (!taken.allowed) return sendProblem(response, tooMany(Math.ceil(taken.retryAfterMs / 1_000)))
    const text = hasJsonContentType(request) ? await readTextBody(request, maxBytes) : undefined
    const body = text === undefined ? undefined : jsonBodyOf(text)
    if (!body?.ok) return sendProblem(response, wrong('The body must be JSON of at most 16 KiB.'))
    const wanted = wantedIn(body.value)
    if ('error' in wanted) return sendProblem(response, wanted)
    const registration = keys.register(wanted)
    if (!registration) return sendProblem(response, tooMany(600))
    sendJson(response, 201, {
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

/** The supported metadata; the rest is ignored, as RFC 7591 (section 2) allows. */
function wantedIn(metadata: unknown): Omit<ClientRegistration, 'id'> | OAuthProblem {
  if (typeof metadata !== 'object' || metadata === null) return wrong('The body must be an object.')
  const given = metadata as Readonly<Record<string, unknown>>
  const { redirect_uris: uris, client_name: name, grant_types: grants, response_types: responses } = given
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectLimits.uris) return wrongUris
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))
  if (redirectUris.length !== uris.length) return wrongUris
  if (Array.isArray(grants) && !grants.includes('authorization_code')) {
    return wrong('grant_types must include authorization_code.')
  }
  if (Array.isArray(responses) && !responses.includes('code')) return wrong('response_types must include code.')
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
