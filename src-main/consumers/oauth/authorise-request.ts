/**
 * Authorise request: the authorization request of a program, in a browser. RFC 6749, section 4.1.1; RFC 7636.
 *
 * Enforces invariant 7: no redirect to an unregistered address, so earlier errors are shown to the person only.
 */
import type { ClientRegistration, OAuthKeys } from '../../gateway/ports/oauth.js'
import { matchesRedirectUri } from '../../policy/rights/redirect-uri.js'
import { isOurResource, type ResourcePaths } from './metadata.js'
import type { OAuthProblem } from './oauth-response.js'
import { type Parameters, resourcesIn } from './parameters.js'
import { foreignResource } from './token-endpoint.js'

export interface AuthoriseRequest {
  readonly registration: ClientRegistration
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  /** As received. */
  readonly parameters: Parameters
}

export type CheckedAuthorisation =
  | { readonly ok: true; readonly request: AuthoriseRequest }
  /** Shown in the browser. */
  | { readonly ok: false; readonly shown: 'repeated' | 'unknown-program' | 'wrong-address' }
  /** Sent to the program's redirect address. */
  | {
      readonly ok: false
      readonly problem: OAuthProblem
      readonly redirectUri: string
      readonly state: string | undefined
    }

/** S256 makes 32 bytes. */
const challengeShape = /^[A-Za-z0-9_-]{43}$/u
const stateShape = /^[\x20-\x7e]{0,2048}$/u

export function checkAuthorise(
  parameters: Parameters | undefined,
  keys: Pick<OAuthKeys, 'find'>,
  origins: readonly string[],
  resources: ResourcePaths,
): CheckedAuthorisation {
  if (!parameters) return { ok: false, shown: 'repeated' }
  const registration = keys.find(parameters.get('client_id') ?? '')
  if (!registration) return { ok: false, shown: 'unknown-program' }
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!registration.redirectUris.some((registered) => matchesRedirectUri(redirectUri, registered))) {
    return { ok: false, shown: 'wrong-address' }
  }
  const given = parameters.get('state')
  const state = given !== undefined && stateShape.test(given) ? given : undefined
  const refused = (error: string, description: string): CheckedAuthorisation => ({
    ok: false,
    problem: { error, description },
    redirectUri,
    state,
  })
  if (given !== state) return refused('invalid_request', 'The state has characters that are not allowed.')
  if (parameters.get('response_type') !== 'code')
    return refused('unsupported_response_type', 'The response_type must be code.')
  const challenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !challengeShape.test(challenge)) {
    return refused('invalid_request', 'PKCE is required: a code_challenge with the code_challenge_method S256.')
  }
  if (!resourcesIn(parameters).every((resource) => isOurResource(resource, origins, resources))) {
    return refused(foreignResource.error, foreignResource.description)
  }
  return { ok: true, request: { registration, redirectUri, state, challenge, parameters } }
}

/** The redirect with a response. RFC 9207 for `iss`. */
export function withResponse(
  redirectUri: string,
  issuer: string,
  answer: Readonly<Record<string, string | undefined>>,
) {
  const given = Object.entries({ ...answer, iss: issuer }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
