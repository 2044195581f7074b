/**
 * Phone requests: all endpoints of the LAN listener.
 *
 * Enforces invariant 6: only the key of a paired person counts, with one decision at a time, which covers exactly its
 * request unless it names a wider scope, and never every use of an action. Enforces invariant 7: an unpaired phone
 * learns only whether it is paired.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { LiteralText } from '@contract/text/literal-text.js'
import type { PhoneBuild } from '@shared/clients/phone.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import type { ClaimResult, PhonePairing } from '../../gateway/ports/people.js'
import type { FoundWay } from '../../gateway/ports/person-directory.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { isClientDisconnect } from '../../network/http/client-disconnect.js'
import { hasJsonContentType, jsonBodyOf } from '../../network/http/json-body.js'
import { LockOut } from '../../network/http/lock-out.js'
import { limitToOneRequest } from '../../network/http/one-request-limit.js'
import { readTextBody } from '../../network/http/text-body.js'
import { readScope } from '../../policy/rules/scope-names.js'
import { createLanRequestCheck } from './lan-request-check.js'
import { cookieOf, dropCookie, setCookie } from './phone-cookies.js'
import { type PhoneAssets, writeAsset, writeJson, writePhonePage } from './phone-page.js'
import { PhoneStreams } from './phone-stream.js'

export interface PhoneRequestsDependencies {
  readonly people: PhonePairing
  readonly approvals: Approvers
  /** What an open request for a build would change. @throws GatewayError */
  readonly previewBuild: (id: string) => Promise<PhoneBuild>
  readonly assets: PhoneAssets
  /** Fingerprint of the certificate. */
  readonly fingerprint: string
  /** Called for each connection that shows the key of a paired person. */
  readonly onKeyShown: (socket: Socket) => void
  readonly clock: Clock
  readonly log: Log
}

/** Maximum bytes of a body. */
const maxBodyBytes = 4_096

type Body = Readonly<Record<string, unknown>>

export function createPhoneRequests(parts: PhoneRequestsDependencies, names: readonly string[]): RequestListener {
  const { people, approvals, previewBuild, assets, fingerprint, onKeyShown, clock, log } = parts
  const problemOf = createLanRequestCheck(names, clock)
  const streams = new PhoneStreams({ approvals, people, clock })
  const lockOut = new LockOut(clock)

  const pages: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
    '/': ({ headers }, response) => writePhonePage(response, headers['accept-language'], fingerprint),
    '/pair': ({ headers }, response) => writePhonePage(response, headers['accept-language'], fingerprint),
    '/phone.js': (_request, response) => writeAsset(response, 'text/javascript', assets.script),
    '/phone.css': (_request, response) => writeAsset(response, 'text/css', assets.style),
    '/api/pair': sendPairingState,
    '/api/stream': (request, response) => {
      if (!streams.open(response, phoneOf(request))) throw new GatewayError('SYSTEM.RATE_LIMITED')
    },
  }

  const acts: Readonly<Record<string, (phone: FoundWay, body: Body) => void>> = {
    '/api/here': ({ way }) => keepPageOpen(way.id),
    '/api/shown': ({ person }, body) => approvals.shown(textOf(body, 'id'), person),
    '/api/hold': ({ way, person }, body) => {
      keepPageOpen(way.id)
      approvals.hold(textOf(body, 'id'), person)
    },
    '/api/release': ({ person }, body) => void approvals.release(textOf(body, 'id'), person),
    '/api/answer': ({ way, person }, body) => {
      const { decision, typed, scope, what } = body
      if (decision !== 'approve' && decision !== 'deny') throw malformed()
      const chosen = readScope(scope, what)
      if (!chosen) throw malformed()
      if (decision === 'approve') keepPageOpen(way.id)
      const answered = approvals.decideAsPerson({
        id: textOf(body, 'id'),
        decision,
        ...chosen,
        person,
        ...(typeof typed === 'string' && { typed }),
      })
      if (!answered.ok) throw answered.error
    },
  }

  /** @throws GatewayError when this phone has no page open */
  function keepPageOpen(way: string): void {
    if (!streams.recordHeartbeat(way)) throw new GatewayError('PERMISSION.DENIED', pageIsClosed)
  }

  /** Of a request that this page shows. @throws GatewayError */
  function previewOf(id: string): Promise<PhoneBuild> {
    if (!approvals.open().some((approval) => approval.id === id)) throw new GatewayError('RISK.APPROVAL_CLOSED')
    return previewBuild(id)
  }

  function sendPairingState({ headers: { cookie } }: IncomingMessage, response: ServerResponse): void {
    const { key, ...standing } = people.pairingStateOf(cookieOf(cookie, 'ticket'))
    const cookies = key === undefined ? {} : { 'Set-Cookie': [setCookie('key', key), dropCookie('ticket')] }
    writeJson(response, 200, standing, cookies)
  }

  function pair(body: Body, response: ServerResponse): void {
    const claim = { secret: textOf(body, 'secret'), code: textOf(body, 'code'), name: textOf(body, 'name') }
    const claimed = people.claim(claim)
    if (!claimed.ok) {
      if (claimed.why !== 'bad-name') countWrong('a phone could not be paired', claimed.why)
      throw refusalOf(claimed.why)
    }
    const headers = { 'Set-Cookie': [setCookie('ticket', claimed.ticket)] }
    writeJson(response, 200, { state: 'waiting', check: claimed.check }, headers)
  }

  /** @throws GatewayError */
  function phoneOf({ headers: { cookie }, socket }: IncomingMessage): FoundWay {
    const key = cookieOf(cookie, 'key')
    const phone = people.phoneOf(key)
    if (phone) {
      onKeyShown(socket)
      return phone
    }
    if (key !== '') countWrong('a request of a phone was refused', 'its key is nobody’s')
    throw new GatewayError('AUTH.UNAUTHORIZED', notPaired)
  }

  /**
   * Rate limit against guessing keys, secrets and pairing codes. A valid key never waits.
   *
   * @throws GatewayError when the limit is reached
   */
  function countWrong<Words extends string>(message: LiteralText<Words>, reason: string): void {
    const { milliseconds, began } = lockOut.wrongToken()
    if (milliseconds === 0 || began) log.warn<Words>(message, { reason })
    if (milliseconds === 0) return
    throw new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: `Wait ${Math.ceil(milliseconds / 1_000)} seconds.` })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const problem = problemOf(request)
    if (problem) {
      log.warn('a request was refused by the LAN listener', { reason: problem.error.message })
      return writeError(response, problem.status, problem.error)
    }
    const { method, url = '/' } = request
    const isPost = method === 'POST'
    const act = acts[url]
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined
    if (method === 'GET' && page) return page(request, response)
    const isBuild = url === '/api/build'
    if (!isPost || (url !== '/api/pair' && !isBuild && !(Object.hasOwn(acts, url) && act))) {
      return writeError(response, 404, nothingHere)
    }
    const phone = url === '/api/pair' ? undefined : phoneOf(request)
    if (!hasJsonContentType(request)) throw malformed()
    const text = await readTextBody(request, maxBodyBytes)
    if (text === undefined) throw malformed()
    const body = jsonBodyOf(text)
    if (!body.ok || typeof body.value !== 'object' || body.value === null) throw malformed()
    if (!phone) return pair(body.value as Body, response)
    if (phone.revoked.aborted) throw new GatewayError('AUTH.UNAUTHORIZED', notPaired)
    if (isBuild) return writeJson(response, 200, await previewOf(textOf(body.value as Body, 'id')))
    act?.(phone, body.value as Body)
    writeJson(response, 200, {})
  }

  const mayServe = limitToOneRequest()
  return (request, response) => {
    if (!mayServe(request, response)) return
    serve(request, response).catch((thrown: unknown) => {
      if (isClientDisconnect(request, thrown)) return
      const error = asGatewayError(thrown)
      if (!(thrown instanceof GatewayError)) log.error('a request of a phone failed', { error: `${thrown}` })
      if (response.headersSent || response.destroyed) response.destroy()
      else writeError(response, error.httpStatus, error)
    })
  }
}

/** Also closes the connection: an unread rest of the body must not be parsed as the next request. */
function writeError(response: ServerResponse, status: number, error: GatewayError): void {
  const { code, message, suggestion } = error
  writeJson(response, status, { error: { code, message, suggestion } }, { Connection: 'close' })
}

function textOf(body: Body, member: string): string {
  const text = body[member]
  if (typeof text !== 'string' || text.length > 256) throw malformed()
  return text
}

const malformed = () => new GatewayError('PROTOCOL.INVALID_REQUEST')

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is nothing at this address.',
  suggestion: 'Open the approval page.',
})

const notPaired = {
  message: 'This device is not paired with Gatehouse.',
  suggestion: 'Scan the code in the Gatehouse window, under Settings → Where you answer.',
}

const pageIsClosed = { message: 'The page is not open.', suggestion: 'Open the page again and decide there.' }

function refusalOf(why: Extract<ClaimResult, { ok: false }>['why']): GatewayError {
  switch (why) {
    case 'wrong-code':
      return new GatewayError('AUTH.TOKEN_INVALID', {
        message: 'The code is wrong.',
        suggestion: 'Type the six digits in the Gatehouse window. After five wrong codes, you need a new one.',
      })
    case 'bad-name':
      return new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This name cannot be used.',
        suggestion: 'Choose an unused name of 1 to 40 visible characters.',
      })
    default:
      return new GatewayError('AUTH.TOKEN_EXPIRED', {
        message: 'This pairing has expired or does not exist.',
        suggestion: 'Press "Add an approver" in the Gatehouse window and scan the new code.',
      })
  }
}
