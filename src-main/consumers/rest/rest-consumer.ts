/**
 * REST consumer: `/api/v1`, for scripts: capabilities and calls. See docs/protocol.md#rest-routes.
 *
 * Enforces invariant 7: every path, query and body is validated. Enforces invariant 6: nothing here approves; a call
 * that needs it waits for a person.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ArgumentProblem } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { type ClientClaim, callerOf } from '../../network/http/authenticated-client.js'
import { BodyQuota } from '../../network/http/body-quota.js'
import { readJsonBody, refusalOfBody } from '../../network/http/json-body.js'
import type { HttpRefusal } from '../../network/http/refusal.js'
import type { GuardedRoute } from '../../network/http/route.js'
import { problemsText } from '../../policy/text/model-text.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { createRequestChecker } from '../../validation/request-checker.js'
import { basePath } from './base-path.js'
import { maxStreams } from './event-stream.js'
import { openApiDocument } from './openapi.js'
import { type RestResponse, writeResponse } from './responses.js'
import { matchPath } from './rest-route.js'
import { routesWith } from './routes.js'

export interface RestConsumerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** Shared by all consumers of a listener. */
  readonly bodies?: BodyQuota
}

export function restConsumer({ gateway, clock, log, bodies = new BodyQuota() }: RestConsumerOptions): GuardedRoute {
  const { checkQuery, checkBody } = createRequestChecker()
  const table = routesWith(openApiDocument)
  const streams = new Set<ServerResponse>()

  async function responseTo(
    request: IncomingMessage,
    response: ServerResponse,
    authenticated: AuthenticatedClient,
  ): Promise<RestResponse> {
    const { pathname, query } = partsOf(request)
    const { routes, path } = matchPath(table, pathname)
    if (routes.length === 0) return refused({ status: 404, error: nothingHere })
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = routes.find((candidate) => candidate.method === method)
    if (!route) {
      const allowed = routes.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : candidate.method))
      response.setHeader('Allow', allowed.join(', '))
      return refused({ status: 405, error: notAllowed(allowed) })
    }
    if (!checkBody(route.pathParameters, path).ok) return refused({ status: 404, error: nothingHere })
    const checkedQuery = checkQuery(route.query, query)
    if (!checkedQuery.ok) return refused(wrong('query', checkedQuery.problems))
    if (route.streams && streams.size >= maxStreams) return refused({ status: 429, error: tooManyStreams })
    const lastEventId = request.headers['last-event-id']
    const matched = {
      path,
      query: checkedQuery.value,
      caller: callerOf(authenticated, claimOf(request)),
      signal: abortOnDisconnect(response),
      ...(typeof lastEventId === 'string' && { lastEventId }),
    }
    const refusal = route.isOpen ? undefined : gateway.refusalOf(matched.caller)
    if (refusal) return refused({ status: refusal.httpStatus, error: refusal })
    if (!route.body) return route.handle({ ...matched, body: {} }, gateway)

    const body = hasBody(request)
      ? await readJsonBody(request, bodies.forRequest(authenticated.client, response))
      : ({ ok: true, value: {} } as const)
    if (!body.ok) {
      log.warn('a body was refused', { why: body.why })
      return refused(refusalOfBody(body.why))
    }
    const checkedBody = checkBody(route.body, body.value)
    if (!checkedBody.ok) return refused(wrong('body', checkedBody.problems))
    return route.handle({ ...matched, body: checkedBody.value }, gateway)
  }

  return {
    path: basePath,
    below: true,
    async handle(request, response, authenticated) {
      const result = await responseTo(request, response, authenticated)
      if (result.kind === 'stream') {
        streams.add(response)
        response.once('close', () => streams.delete(response))
      }
      writeResponse(request, response, result, clock)
    },
    async close() {
      for (const response of streams) response.end()
    },
  }
}

const refused = (refusal: HttpRefusal): RestResponse => ({ kind: 'refused', refusal })

function partsOf({ url = '/' }: IncomingMessage): { pathname: string; query: Record<string, unknown> } {
  const [pathname = '', search = ''] = splitOnce(url, '?')
  const given = new URLSearchParams(search)
  const query = [...new Set(given.keys())].map((name) => {
    const values = given.getAll(name)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return { pathname, query: Object.fromEntries(query) }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

const claimOf = ({ headers }: IncomingMessage): ClientClaim => ({
  says: plainName(untrusted(headers['user-agent'])) || undefined,
  otherwise: 'A script',
})

function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  return disconnected.signal
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is nothing at this address.',
  suggestion: `GET ${basePath}/openapi.json lists all addresses.`,
})

const tooManyStreams = new GatewayError('SYSTEM.RATE_LIMITED', {
  message: `Only ${maxStreams} event streams can be open at once.`,
  suggestion: 'Close one first, or use one stream for several events: eventId can be repeated.',
})

const notAllowed = (allowed: readonly string[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This address does not support this method.',
    suggestion: `Use ${allowed.join(' or ')}.`,
  })

function wrong(part: 'query' | 'body', problems: readonly ArgumentProblem[]): HttpRefusal {
  const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `The ${part} is not valid: at ${problemsText(problems, true)}.`,
    suggestion: 'Correct this and send it again.',
    details: { errors: problems },
  })
  return { status: error.httpStatus, error }
}
