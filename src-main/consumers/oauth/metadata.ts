/** Metadata: RFC 9728 for protected resources, RFC 8414 for the authorization server. */
import { product } from '@contract/product.js'

export const paths = {
  protectedResource: '/.well-known/oauth-protected-resource',
  authorizationServer: '/.well-known/oauth-authorization-server',
  oauth: '/oauth',
  authorize: '/oauth/authorize',
  wait: '/oauth/wait/',
  token: '/oauth/token',
  /** MCP 2025-03-26, default endpoints: the Python SDK refreshes there after it was started again. */
  defaultToken: '/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

/** Paths that an access token opens. */
export type ResourcePaths = readonly string[]

/** Metadata path of a protected path. RFC 9728, section 3.1. */
export const metadataPathOf = (resourcePath: string): string => paths.protectedResource + resourcePath

/** @param resource one of the protected paths; empty for all of them */
export const protectedResourceMetadata = (origin: string, resource: string) => ({
  resource: `${origin}${resource || '/'}`,
  authorization_servers: [origin],
  bearer_methods_supported: ['header'],
  resource_name: product.name,
})

export const authorizationServerMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + paths.authorize,
  token_endpoint: origin + paths.token,
  registration_endpoint: origin + paths.register,
  revocation_endpoint: origin + paths.revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/** Whether a client's resource is this listener, or a path it protects. RFC 8707. */
export function isOurResource(given: string, origins: readonly string[], resources: ResourcePaths): boolean {
  const known = origins.flatMap((origin) => [origin, `${origin}/`, ...resources.map((path) => origin + path)])
  return known.includes(given)
}
