/**
 * OAuth consumer: a program gets its own key after the person's consent in Gatehouse. OAuth 2.1, as in the
 * authorisation of MCP 2025-11-25 and 2026-07-28.
 *
 * Enforces invariant 6: the page shows the request and cannot decide it. Enforces invariant 7: only a top-level
 * navigation requests consent; an image, a frame or a prefetch does not.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConsentPrompt, OAuthKeys } from '../../gateway/ports/oauth.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { OpenRoute } from '../../network/http/route.js'
import { checkAuthorise, withResponse } from './authorise-request.js'
import { authorizationServerMetadata, paths, protectedResourceMetadata, type ResourcePaths } from './metadata.js'
import type { OAuthLibrary } from './oauth-library.js'
import { refuseInOAuth, sendJson, sendMethodNotAllowed, sendProblem } from './oauth-response.js'
import { languageOf, writeErrorPage, writeReturn, writeWaitPage } from './pages.js'
import { parametersIn } from './parameters.js'
import { type PendingConsent, PendingConsents } from './pending-consents.js'
import { createRegistration } from './registration.js'
import { createTokenEndpoint } from './token-endpoint.js'

export interface OAuthConsumerOptions {
  readonly keys: OAuthKeys
  readonly consents: ConsentPrompt
  readonly clock: Clock
  readonly log: Log
  /** Paths that an access token opens. */
  readonly resources: ResourcePaths
}

/** Milliseconds of a long poll: the browser then requests the decision again. */
const longPollMs = 20_000

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function oauthConsumer(options: OAuthConsumerOptions): OpenRoute[] {
  const { keys, consents, clock, log, resources } = options
  const library = deferredLibrary(keys)
  const waits = new PendingConsents({ keys, consents, library, clock, log })
  const { token, revoke } = createTokenEndpoint({ keys, library, clock, log, resources, originsOf })
  const register = createRegistration(keys, clock)

  const authorize: RequestHandler = async (request, response) => {
    if (request.method !== 'GET') return sendMethodNotAllowed(response, 'GET')
    const language = languageOf(request.headers['accept-language'])
    if (!isWholePage(request)) return writeErrorPage(response, 'not-a-page', language)
    const parameters = parametersIn((request.url ?? '').split('?').slice(1).join('?'))
    const checked = checkAuthorise(parameters, keys, originsOf(request), resources)
    if (isProgram(request)) return sendProblem(response, 'shown' in checked ? unknownProgram : forBrowsers)
    if (checked.ok) return show(waits.begin(checked.request, originOf(request)), 0, request, response)
    if ('shown' in checked) return writeErrorPage(response, checked.shown, language)
    const { error, description } = checked.problem
    const answer = { error, error_description: description, state: checked.state }
    writeReturn(response, withResponse(checked.redirectUri, originOf(request), answer), language)
  }

  const wait: RequestHandler = async (request, response) => {
    if (request.method !== 'GET') return sendMethodNotAllowed(response, 'GET')
    const known = waits.find(pathOf(request).slice(paths.wait.length))
    if (known) return show(known, longPollMs, request, response)
    writeErrorPage(response, 'no-question', languageOf(request.headers['accept-language']))
  }

  /** Responds with the decision if there is one within `milliseconds`; else with the page that polls again. */
  async function show(
    known: PendingConsent,
    milliseconds: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const language = languageOf(request.headers['accept-language'])
    const location = await within(known.location, milliseconds, response)
    if (response.destroyed) return
    if (location === undefined) return writeWaitPage(response, known, paths.wait + known.id, language)
    waits.forget(known.id)
    writeReturn(response, location, language)
  }

  function within(location: Promise<string>, milliseconds: number, response: ServerResponse) {
    return new Promise<string | undefined>((resolve) => {
      const giveUp = () => resolve(undefined)
      // When no person can decide, the request is refused at once.
      const cancel = milliseconds === 0 ? cancelImmediate(giveUp) : clock.after(milliseconds, giveUp)
      response.once('close', () => {
        cancel()
        giveUp()
      })
      void location.then((found) => {
        cancel()
        resolve(found)
      })
    })
  }

  const served: Readonly<Record<string, RequestHandler>> = {
    [paths.authorize]: authorize,
    [paths.token]: token,
    [paths.revoke]: revoke,
    [paths.register]: register,
  }

  const base = { open: true, refuse: refuseInOAuth, async close() {} } as const
  return [
    {
      ...base,
      path: paths.oauth,
      below: true,
      async handle(request, response) {
        const path = pathOf(request)
        const serve = path.startsWith(paths.wait) ? wait : Object.hasOwn(served, path) ? served[path] : undefined
        return serve ? serve(request, response) : sendProblem(response, nothingHere)
      },
    },
    { ...base, path: paths.defaultToken, handle: token },
    {
      ...base,
      path: paths.protectedResource,
      below: true,
      async handle(request, response) {
        const resource = pathOf(request).slice(paths.protectedResource.length)
        if (resource !== '' && !resources.includes(resource)) return sendProblem(response, nothingHere)
        answerMetadata(request, response, protectedResourceMetadata(originOf(request), resource))
      },
    },
    {
      ...base,
      path: paths.authorizationServer,
      async handle(request, response) {
        answerMetadata(request, response, authorizationServerMetadata(originOf(request)))
      },
    },
  ]
}

/** The library is large and rarely needed, so it is loaded at the first request. */
function deferredLibrary(keys: OAuthKeys): OAuthLibrary {
  let loading: Promise<OAuthLibrary> | undefined
  const loaded = () => {
    loading ??= import('./oauth-library.js').then(({ createOAuthLibrary }) => createOAuthLibrary(keys))
    return loading
  }
  return {
    issueCode: async (...asked) => (await loaded()).issueCode(...asked),
    issueTokens: async (...asked) => (await loaded()).issueTokens(...asked),
  }
}

function answerMetadata({ method }: IncomingMessage, response: ServerResponse, document: object): void {
  if (method === 'GET' || method === 'HEAD') sendJson(response, 200, document)
  else sendMethodNotAllowed(response, 'GET, HEAD')
}

function cancelImmediate(callback: () => void): () => void {
  const timer = setImmediate(callback)
  return () => clearImmediate(timer)
}

/** Some programs request this before they open a browser, to detect that they must register again. */
const isProgram = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  /\bapplication\/json\b/iu.test(accept) && !/\btext\/html\b/iu.test(accept)

const unknownProgram = {
  error: 'invalid_client',
  description: 'The client or this redirect address is not registered.',
}

const forBrowsers = { status: 406, error: 'invalid_request', description: 'Open this address in a browser.' }

const nothingHere = { status: 404, error: 'invalid_request', description: 'There is nothing at this address.' }

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

/** The host name of the request, which the host check has already validated. */
const originOf = ({ headers }: IncomingMessage): string => `http://${headers.host}`

const originsOf = ({ socket }: IncomingMessage): readonly string[] =>
  ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${socket.localPort}`)

/** Browsers send the purpose of a request (`Sec-Fetch-*`); programs and old browsers do not. */
function isWholePage({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': purpose } = headers
  return purpose === undefined && (destination === undefined || destination === 'document')
}
