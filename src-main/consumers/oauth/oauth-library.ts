/**
 * OAuth library: the grants of `@node-oauth/oauth2-server`, on this program's keys.
 *
 * The library checks that code, verifier, redirect and client belong together. The key store decides expiry, by the
 * program's clock, and revokes a token family on reuse.
 */
import type { IncomingMessage } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'
import { type ClientRegistration, lifetimes, type OAuthKeys } from '../../gateway/ports/oauth.js'
import { matchesRedirectUri } from '../../policy/rights/redirect-uri.js'
import { asRecord, type Parameters } from './parameters.js'

export type TokenResponse =
  | { readonly ok: true; readonly body: object }
  | { readonly ok: false; readonly status: number; readonly error: string; readonly description: string }

export interface OAuthLibrary {
  /** Issues a code for a request. @returns the redirect @throws Error */
  issueCode(asked: Parameters, family: string): Promise<string>
  /** @throws Error for an internal error */
  issueTokens(request: IncomingMessage, form: Parameters): Promise<TokenResponse>
}

/** The library requires an expiry; the key store has already checked it. */
const later = (): Date => new Date(Date.now() + 60_000)

export function createOAuthLibrary(keys: OAuthKeys): OAuthLibrary {
  const server = new OAuth2Server({
    model: modelOn(keys),
    authorizationCodeLifetime: lifetimes.code,
    accessTokenLifetime: lifetimes.access,
    refreshTokenLifetime: lifetimes.refresh,
    // Public clients have no secret; PKCE replaces it.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    alwaysIssueNewRefreshToken: true,
    allowEmptyState: true,
  })
  return {
    async issueCode(asked, family) {
      const { scope: _unused, ...query } = asRecord(asked)
      const response = new OAuth2Server.Response({})
      const authenticateHandler = { handle: () => ({ family }) }
      await server.authorize(new OAuth2Server.Request({ method: 'GET', headers: {}, query }), response, {
        authenticateHandler,
      })
      return String(response.get('location'))
    },
    async issueTokens({ headers }, form) {
      const { scope: _unused, ...body } = asRecord(form)
      const response = new OAuth2Server.Response({})
      try {
        const request = { method: 'POST', headers: plainHeaders(headers), query: {}, body }
        await server.token(new OAuth2Server.Request(request), response)
        return { ok: true, body: response.body as object }
      } catch (error) {
        if (!(error instanceof OAuth2Server.OAuthError) || error instanceof OAuth2Server.ServerError) throw error
        return { ok: false, status: error.code, error: error.name, description: error.message }
      }
    },
  }
}

function modelOn(keys: OAuthKeys): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
  return {
    async getClient(id, secret) {
      const registration = secret ? undefined : keys.find(id)
      return registration && clientOf(registration)
    },
    async validateRedirectUri(given, { redirectUris = [] }) {
      return [redirectUris].flat().some((registered) => matchesRedirectUri(given, registered))
    },
    generateAuthorizationCode: async () => keys.mint('code'),
    generateAccessToken: async () => keys.mint('access'),
    generateRefreshToken: async () => keys.mint('refresh'),
    async saveAuthorizationCode(code, client, user) {
      const { authorizationCode, redirectUri, codeChallenge } = code
      if (!codeChallenge) return undefined
      keys.storeCode(familyIn(user), { code: authorizationCode, challenge: codeChallenge, redirectUri })
      return { ...code, client, user }
    },
    async getAuthorizationCode(authorizationCode) {
      const stored = keys.codeOf(authorizationCode)
      if (!stored) return undefined
      return {
        authorizationCode,
        expiresAt: later(),
        redirectUri: stored.redirectUri,
        codeChallenge: stored.challenge,
        codeChallengeMethod: 'S256',
        client: clientOf(stored.registration),
        user: { family: stored.family },
      }
    },
    revokeAuthorizationCode: async ({ authorizationCode }) => keys.useCode(authorizationCode),
    async saveToken(token, client, user) {
      const { accessToken: access, refreshToken: refresh = '' } = token
      if (!keys.storeTokens(familyIn(user), { access, refresh })) {
        throw new OAuth2Server.InvalidGrantError('Invalid grant: the original consent has ended', { code: 400 })
      }
      return { ...token, client, user }
    },
    async getRefreshToken(refreshToken) {
      const stored = keys.refreshOf(refreshToken)
      return stored && { refreshToken, client: clientOf(stored.registration), user: { family: stored.family } }
    },
    revokeToken: async ({ refreshToken }) => keys.useRefresh(refreshToken),
    // The listener authenticates access tokens itself.
    getAccessToken: async () => undefined,
  }
}

const clientOf = ({ id, redirectUris }: ClientRegistration): OAuth2Server.Client => ({
  id,
  redirectUris: [...redirectUris],
  grants: ['authorization_code', 'refresh_token'],
})

const familyIn = (user: OAuth2Server.User): string => String(user.family)

const plainHeaders = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
