/**
 * REST consumer: `/api/v1`, for scripts: what the servers can do, and calling it. See docs/protocol.md#rest-routes.
 *
 * Guards invariant 7: every path, query and body is held against its schema. Guards invariant 6: there is no way to an
 * approval here; a call that needs one waits for a person like everybody's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GatewayError } from '../../contract/gateway-error.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { ArgumentProblem, AuthenticatedClient, Clock, Log } from '../../gateway/ports.js'
import { type Claim, callerOf } from '../../http/authenticated-client.js'
import { BodyRoom } from '../../http/body-room.js'
import { readJsonBody, refusalOfBody } from '../../http/json-body.js'
import type { Refusal } from '../../http/refusal.js'
import type { GuardedRoute } from '../../http/route.js'
import { problemText } from '../../policy/model-text.js'
import { plainName, untrusted } from '../../policy/untrusted-text.js'
import { createRequestChecker } from '../../validation/request-checker.js'
import { type Answer, writeAnswer } from './answers.js'
import { basePath } from './base-path.js'
import { mostStreams } from './event-stream.js'
import { openApiDocument } from './openapi.js'
import { matchPath } from './rest-route.js'
import { routesWith } from './routes.js'

export interface RestConsumerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** What all the consumers behind a door share. */
  readonly bodies?: BodyRoom
}

export function restConsumer({ gateway, clock, log, bodies = new BodyRoom() }: RestConsumerOptions): GuardedRoute {
  const { checkQuery, checkBody } = createRequestChecker()
  const table = routesWith(openApiDocument)
  const streams = new Set<ServerResponse>()

  async function answerTo(
    request: IncomingMessage,
    response: ServerResponse,
    authenticated: AuthenticatedClient,
  ): Promise<Answer> {
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
    if (route.streams && streams.size >= mostStreams) return refused({ status: 429, error: tooManyStreams })
    const lastEventId = request.headers['last-event-id']
    const asked = {
      path,
      query: checkedQuery.value,
      caller: callerOf(authenticated, claimOf(request)),
      signal: untilHangUp(response),
      ...(typeof lastEventId === 'string' && { lastEventId }),
    }
    if (!route.body) return route.answer({ ...asked, body: {} }, gateway)

    const body = hasBody(request)
      ? await readJsonBody(request, bodies.forRequest(authenticated.client, response))
      : ({ ok: true, value: {} } as const)
    if (!body.ok) {
      log.warn('a body was refused', { why: body.why })
      return refused(refusalOfBody(body.why))
    }
    const checkedBody = checkBody(route.body, body.value)
    if (!checkedBody.ok) return refused(wrong('body', checkedBody.problems))
    return route.answer({ ...asked, body: checkedBody.value }, gateway)
  }

  return {
    path: basePath,
    below: true,
    async handle(request, response, authenticated) {
      const answer = await answerTo(request, response, authenticated)
      if (answer.kind === 'stream') {
        streams.add(response)
        response.once('close', () => streams.delete(response))
      }
      writeAnswer(request, response, answer, clock)
    },
    async close() {
      for (const response of streams) response.end()
    },
  }
}

const refused = (refusal: Refusal): Answer => ({ kind: 'refused', refusal })

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

const claimOf = ({ headers }: IncomingMessage): Claim => ({
  says: plainName(untrusted(headers['user-agent'])) || undefined,
  otherwise: 'A script',
})

function untilHangUp(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is nothing at this address.',
  suggestion: `GET ${basePath}/openapi.json tells what there is.`,
})

const tooManyStreams = new GatewayError('SYSTEM.RATE_LIMITED', {
  message: `Only ${mostStreams} streams of events may be open at once.`,
  suggestion: 'Close one first, or listen to several events on one: eventId may be given more than once.',
})

const notAllowed = (allowed: readonly string[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This address does not take this method.',
    suggestion: `Use ${allowed.join(' or ')}.`,
  })

function wrong(part: 'query' | 'body', problems: readonly ArgumentProblem[]): Refusal {
  const [first] = problems
  const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `The ${part} is not what this address takes${first ? `: at ${problemText(first, true)}` : ''}.`,
    suggestion: 'Correct what details.errors lists and send it again.',
    details: { errors: problems },
  })
  return { status: error.httpStatus, error }
}
