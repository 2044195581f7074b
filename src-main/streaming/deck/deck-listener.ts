/**
 * Deck listener: the local door of a Stream Deck: `/deck/VERB` with the key in a header, or `/deck/KEY/VERB`.
 *
 * Enforces invariant 7: its key opens these verbs and nothing else; a web page, a prefetch and a wrong key are refused,
 * and requests have a rate. The key may be in the path because the usual buttons of a Stream Deck can send nothing but an
 * address; this listener logs no addresses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { type DeckVerb, deckVerbs } from '@shared/streaming/deck.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { LockOut } from '../../network/http/lock-out.js'
import { type OwnerListener, openOwnerListener } from '../../network/http/owner-listener.js'
import { refuseInEnvelope } from '../../network/http/refusal.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import type { DeckActions } from './deck-actions.js'

const connectionLimits = { withoutKey: 16, waiting: 32, withKey: { each: 8, all: 8 } }
/** Of all buttons together. */
const pace = { requests: 60, period: 'minute' } as const

export interface DeckListenerOptions {
  readonly port: number
  readonly isKey: (key: string) => boolean
  readonly actions: DeckActions
  /** A button with the key was pressed. */
  readonly onDidAsk: (verb: DeckVerb, isDone: boolean) => void
  readonly clock: Clock
  readonly log: Log
}

/** Listens. @throws Error when the port is not available */
export async function openDeckListener(options: DeckListenerOptions): Promise<Pick<OwnerListener, 'origin' | 'close'>> {
  const { isKey, actions, onDidAsk, clock, log } = options
  const lockOut = new LockOut(clock)
  let bucket: Bucket | undefined

  function refuse(response: ServerResponse, status: number, error: GatewayError, retryAfterSeconds?: number): void {
    refuseInEnvelope(response, { status, error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
  }

  async function act(verb: DeckVerb, response: ServerResponse): Promise<void> {
    const taken = take(pace, bucket, clock.elapsed())
    bucket = taken.bucket
    if (!taken.allowed) return refuse(response, 429, new GatewayError('SYSTEM.RATE_LIMITED'), 5)
    try {
      const done = await actions[verb]()
      onDidAsk(verb, true)
      log.info('a Stream Deck gave an order', { verb })
      const body = JSON.stringify({ success: true, done })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      response.end(body)
    } catch (thrown) {
      const error = asGatewayError(thrown)
      onDidAsk(verb, false)
      log.warn('an order of a Stream Deck was not followed', { verb, reason: error.message })
      refuse(response, 409, error)
    }
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '/' } = request
    if (isFromPage(headers)) return refuse(response, 403, foreign)
    if (method !== 'GET' && method !== 'POST') return refuse(response, 405, nothingHere)
    const { key = keyIn(headers.authorization), verb } = partsOf(url)
    if (key === undefined || !isKey(key)) {
      const { milliseconds } = key === undefined ? { milliseconds: 0 } : lockOut.wrongToken()
      if (milliseconds > 0)
        return refuse(response, 429, new GatewayError('SYSTEM.RATE_LIMITED'), Math.ceil(milliseconds / 1_000))
      return refuse(response, 401, new GatewayError('AUTH.TOKEN_INVALID', newKey))
    }
    if (verb === undefined) return refuse(response, 404, nothingHere)
    void act(verb, response)
  }

  const { origin, close } = await openOwnerListener({ ...options, connections: connectionLimits, serve })
  return { origin, close }
}

/** `/deck/VERB` or `/deck/KEY/VERB`. */
function partsOf(url: string): { readonly key?: string; readonly verb?: DeckVerb } {
  const [path = ''] = url.split('?', 1)
  const [empty, deck, ...rest] = path.split('/', 5)
  if (empty !== '' || deck !== 'deck' || rest.length === 0 || rest.length > 2) return {}
  const verb = deckVerbs.find((one) => one === rest.at(-1))
  const [key] = rest
  return { ...(rest.length === 2 && key !== undefined && { key }), ...(verb && { verb }) }
}

const keyIn = (authorization = ''): string | undefined => /^Bearer (\S{1,128})$/iu.exec(authorization)?.[1]

/** A page sends its origin or its site; an address that a person typed is sent ahead by some browsers. */
const isFromPage = (headers: IncomingMessage['headers']): boolean =>
  headers.origin !== undefined ||
  !['none', undefined].includes(headers['sec-fetch-site'] as string | undefined) ||
  headers['sec-purpose'] !== undefined ||
  headers.purpose !== undefined

const newKey = {
  message: 'The key of the Stream Deck is wrong.',
  suggestion: 'Copy the address again from the Gatehouse settings, under Streaming.',
}

const foreign = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Web pages cannot press buttons.',
  suggestion: 'Use a Stream Deck or a program on this computer.',
})

const nothingHere = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such button.',
  suggestion: `Use /deck/ with one of ${deckVerbs.join(', ')}.`,
})
