/** REST route: an entry of the route table, and matching of paths. */
import type { Caller, JsonObject } from '@contract/call.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { basePath } from './base-path.js'
import type { RestResponse } from './responses.js'
import type { JsonSchema, NamedSchema } from './schemas.js'

/** A request that was validated against its route. */
export interface RestRequest {
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>
  readonly query: JsonObject
  readonly body: JsonObject
  readonly caller: Caller
  /** The error of an interrupted stream. */
  readonly lastEventId?: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** A route in the OpenAPI document. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  /** Below `basePath`, for example `/capabilities/{capabilityId}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** Of the path parameters. */
  readonly pathParameters: NamedSchema
  readonly query: NamedSchema
  readonly body?: JsonSchema
  /** Whether it says nothing about servers, so that every program may read it. */
  readonly isOpen?: true
  /** Whether the response is a stream of events; then `data` is that of one. */
  readonly streams?: boolean
  /** Of `data` in the response; without it, the response is a document without an envelope. */
  readonly data?: JsonSchema
}

export interface RestRoute extends DescribedRoute {
  handle(asked: RestRequest, gateway: Invoker): RestResponse | Promise<RestResponse>
}

export interface Matched {
  /** One per method; none for an unknown path. */
  readonly routes: readonly RestRoute[]
  readonly path: Readonly<Record<string, string>>
}

/** @param pathname undecoded: each part is decoded by itself, so that an encoded slash separates nothing */
export function matchPath(routes: readonly RestRoute[], pathname: string): Matched {
  const given = pathname.split('/').map(decoded)
  const matching = routes.flatMap((route) => {
    const path = named(`${basePath}${route.path}`.split('/'), given)
    return path ? [{ route, path }] : []
  })
  return { routes: matching.map(({ route }) => route), path: matching[0]?.path ?? {} }
}

/** The parameters of a template; undefined when the path does not match. */
function named(
  template: readonly string[],
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (template.length !== given.length) return undefined
  const path: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const value = given[index]
    if (part.startsWith('{') && value) path[part.slice(1, -1)] = value
    else if (part !== value) return undefined
  }
  return path
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
