/** REST route: the shape of one entry of the route table, and how a path finds its entries. */
import type { Caller, JsonObject } from '../../contract/call.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Answer } from './answers.js'
import { basePath } from './base-path.js'
import type { JsonSchema, NamedSchema } from './schemas.js'

/** A request that has been checked against its route. */
export interface Asked {
  /** What stands in the path, by name. */
  readonly path: Readonly<Record<string, string>>
  readonly query: JsonObject
  readonly body: JsonObject
  readonly caller: Caller
  /** What a stream that broke off ended with. */
  readonly lastEventId?: string
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal
}

/** A route as the OpenAPI document describes it. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  /** Below `basePath`, for example `/capabilities/{capabilityId}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** Of what stands in the path. */
  readonly pathParameters: NamedSchema
  readonly query: NamedSchema
  readonly body?: JsonSchema
  /** Whether the answer is a stream of events; then `data` is that of one. */
  readonly streams?: boolean
  /** Of `data` in the answer; where it is left out, the answer is a document without an envelope. */
  readonly data?: JsonSchema
}

export interface RestRoute extends DescribedRoute {
  answer(asked: Asked, gateway: Invoker): Answer | Promise<Answer>
}

export interface Matched {
  /** One a method; none when there is nothing at the path. */
  readonly routes: readonly RestRoute[]
  readonly path: Readonly<Record<string, string>>
}

/** @param pathname as it was sent: each part is decoded by itself, so that an encoded slash divides nothing */
export function matchPath(routes: readonly RestRoute[], pathname: string): Matched {
  const given = pathname.split('/').map(decoded)
  const matching = routes.flatMap((route) => {
    const path = named(`${basePath}${route.path}`.split('/'), given)
    return path ? [{ route, path }] : []
  })
  return { routes: matching.map(({ route }) => route), path: matching[0]?.path ?? {} }
}

/** What each `{name}` of a template stands for; undefined when the path is another one. */
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
