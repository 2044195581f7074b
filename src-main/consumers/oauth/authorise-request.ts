/**
 * Authorise request: what a browser brings from a program that wants to be let in. RFC 6749, section 4.1.1; RFC 7636.
 *
 * Guards invariant 7: nobody is sent to an address that is not registered, so everything wrong before that is known is told
 * to the person alone.
 */
import type { OAuthKeys, Registration } from '../../gateway/oauth-ports.js'
import { matchesRedirectUri } from '../../policy/redirect-uri.js'
import { isOurResource, type ResourcePaths } from './metadata.js'
import type { OAuthProblem } from './oauth-answer.js'
import { type Parameters, resourcesIn } from './parameters.js'
import { foreignResource } from './token-endpoint.js'

export interface AuthoriseRequest {
  readonly registration: Registration
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  /** As they came. */
  readonly parameters: Parameters
}

export type Checked =
  | { readonly ok: true; readonly request: AuthoriseRequest }
  /** For the person before the browser. */
  | { readonly ok: false; readonly shown: 'repeated' | 'unknown-program' | 'wrong-address' }
  /** For the program, at its own address. */
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
): Checked {
  if (!parameters) return { ok: false, shown: 'repeated' }
  const registration = keys.find(parameters.get('client_id') ?? '')
  if (!registration) return { ok: false, shown: 'unknown-program' }
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!registration.redirectUris.some((registered) => matchesRedirectUri(redirectUri, registered))) {
    return { ok: false, shown: 'wrong-address' }
  }
  const given = parameters.get('state')
  const state = given !== undefined && stateShape.test(given) ? given : undefined
  const refused = (error: string, description: string): Checked => ({
    ok: false,
    problem: { error, description },
    redirectUri,
    state,
  })
  if (given !== state) return refused('invalid_request', 'The state has characters that it must not have.')
  if (parameters.get('response_type') !== 'code') return refused('unsupported_response_type', 'Only code is given out.')
  const challenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !challengeShape.test(challenge)) {
    return refused('invalid_request', 'PKCE is needed: a code_challenge with the code_challenge_method S256.')
  }
  if (!resourcesIn(parameters).every((resource) => isOurResource(resource, origins, resources))) {
    return refused(foreignResource.error, foreignResource.description)
  }
  return { ok: true, request: { registration, redirectUri, state, challenge, parameters } }
}

/** Where the browser goes with an answer. RFC 9207 for `iss`. */
export function withAnswer(redirectUri: string, issuer: string, answer: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries({ ...answer, iss: issuer }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
