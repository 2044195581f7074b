/**
 * Answer: the way of every request of a page, from who asks to what goes back.
 *
 * Guards invariant 6: a page that a channel is not for learns nothing but that. Guards invariant 7: a handler sees only
 * payloads of the right shape. Guards invariant 8 on a stream: no answer goes to a page but through the redactor, and what comes
 * back with a mark in it means what the mark stands for.
 */
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { Log } from '../gateway/ports.js'
import { mayAsk, neverCovered, type Page, type RequestChannel, restoredInParts } from './channels.js'
import { isSmallJson } from './payload-bounds.js'
import type { PayloadCheck } from './payloads.js'
import type { Requests } from './requests.js'
import type { Result } from './shapes.js'

/** What a handler gives back; nothing, where all there is to say is that it was done. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is what a function gives back.
type Given<T> = [T] extends [null] ? void : T

/** Gives back what was asked for; what goes wrong it throws. */
export type Handler<C extends RequestChannel> = (
  payload: Requests[C]['send'],
  page: Page,
) => Given<Requests[C]['get']> | Promise<Given<Requests[C]['get']>>

export type Handlers = { readonly [C in RequestChannel]: Handler<C> }

/** Covers what a stream must not show, while it is switched on; `StreamSafe` fits. */
export interface Redactor {
  value<T>(value: T): T
  /** Undefined when it holds a mark that stands for nothing in particular. */
  restore<T>(value: T): T | undefined
}

export interface AnswerParts {
  readonly redactor: Redactor
  readonly check: PayloadCheck
  readonly log: Log
}

/** Rejects only what no page of ours sends. */
export async function answer<C extends RequestChannel>(
  { channel, page, payload }: { readonly channel: C; readonly page: Page; readonly payload: unknown },
  handler: Handler<C>,
  { redactor, check, log }: AnswerParts,
): Promise<Result<Requests[C]['get']>> {
  if (!mayAsk(page, channel)) {
    log.warn('a page asked for what is not for it', { channel, page })
    return failed(new GatewayError('PERMISSION.DENIED'))
  }
  if (!isSmallJson(payload)) throw refusal(log, { channel, page })
  const meant = payload === undefined || restoredInParts.has(channel) ? payload : redactor.restore(payload)
  if (payload !== undefined && meant === undefined) return failed(masked)
  if (!check(channel, meant)) throw refusal(log, { channel, page })
  try {
    const value = ((await handler(meant as Requests[C]['send'], page)) ?? null) as Requests[C]['get']
    return { ok: true, value: neverCovered.has(channel) ? value : redactor.value(value) }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) log.error('a request of a page failed', { channel, error: `${thrown}` })
    return redactor.value(failed(asGatewayError(thrown)))
  }
}

/** What is thrown at a page, or at whoever takes itself for one. */
export function refusal(log: Log, about: { readonly channel: string; readonly page: Page | 'unknown' }): Error {
  log.warn('a request of a page was refused', about)
  return new Error('Refused')
}

const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })

const masked = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'A part of this is covered for the stream, so it was not saved.',
  suggestion: 'Write the part out, or switch stream-safe mode off first.',
})
