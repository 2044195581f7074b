/**
 * Request handling: handles a request of a page, from its sender to its response.
 *
 * Guards invariant 6: a page without access to a channel only receives an error. Guards invariant 7: a handler receives
 * only valid payloads. Guards invariant 8 on a stream: every response is redacted, and a request with a masked part is
 * refused, unless that part is an id that the page was shown.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { Log } from '../gateway/ports/runtime.js'
import {
  canRequest,
  neverRedacted,
  type PageName,
  type Payload,
  type RequestChannel,
  type Returned,
} from './channels.js'
import { isSmallJson } from './payload-bounds.js'
import type { PayloadCheck } from './payloads.js'
import type { Result } from './shapes.js'

/** The return type of a handler; void when the response has no data. */
// biome-ignore lint/suspicious/noConfusingVoidType: this is the return type of a function.
type HandlerResult<T> = [T] extends [null] ? void : T

/** Returns the response. @throws the error for the page */
export type IpcHandler<C extends RequestChannel> = (
  payload: Payload<C>,
  page: PageName,
) => HandlerResult<Returned<C>> | Promise<HandlerResult<Returned<C>>>

export type Handlers = { readonly [C in RequestChannel]: IpcHandler<C> }

/** Redacts values while stream-safe mode is on; `PageMask` implements it. */
export interface Redactor {
  value<T>(value: T): T
  /** The payload with the ids that the page was shown masked; undefined when another part of it is masked. */
  meant(channel: RequestChannel, payload: unknown): unknown
}

export interface RequestHandlingDependencies {
  readonly redactor: Redactor
  readonly check: PayloadCheck
  readonly log: Log
}

/** Rejects only requests that no page of Gatehouse sends. */
export async function answer<C extends RequestChannel>(
  { channel, page, payload }: { readonly channel: C; readonly page: PageName; readonly payload: unknown },
  handler: IpcHandler<C>,
  { redactor, check, log }: RequestHandlingDependencies,
): Promise<Result<Returned<C>>> {
  if (!canRequest(page, channel)) {
    log.warn('a page asked for what is not for it', { channel, page })
    return failed(new GatewayError('PERMISSION.DENIED'))
  }
  if (!isSmallJson(payload)) throw refusal(log, { channel, page })
  const meant = redactor.meant(channel, payload)
  if (payload !== undefined && meant === undefined) return failed(masked)
  if (!check(channel, meant)) throw refusal(log, { channel, page })
  try {
    const value = ((await handler(meant as Payload<C>, page)) ?? null) as Returned<C>
    return { ok: true, value: neverRedacted.has(channel) ? value : redactor.value(value) }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) log.error('a request of a page failed', { channel, error: `${thrown}` })
    return redactor.value(failed(asGatewayError(thrown)))
  }
}

/** The error sent to a page, or to an unknown sender. */
export function refusal(log: Log, about: { readonly channel: string; readonly page: PageName | 'unknown' }): Error {
  log.warn('a request of a page was refused', about)
  return new Error('Refused')
}

const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })

const masked = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Part of this is hidden in stream-safe mode, so it was not saved.',
  suggestion: 'Type the hidden part in full, or turn stream-safe mode off first.',
})
