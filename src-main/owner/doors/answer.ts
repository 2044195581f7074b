/**
 * Answer: follows an order that came through a door, and returns its result.
 *
 * Guards invariant 6: an order that the row does not give to this giver is refused. Guards invariant 7: what the order
 * says is small, and valid by its schema, before anything is done. Guards invariant 8 on a stream: every result for a page
 * is redacted, and an order with a masked part is refused, unless
 * that part is an id that the page was shown.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { Result } from '../table/shapes.js'
import {
  type Giver,
  mayGive,
  neverRedacted,
  type Order,
  type OrderName,
  type Payload,
  type Returned,
} from '../table/table.js'
import { isSmallJson, type PayloadCheck } from './payload-check.js'

/** Redacts values while stream-safe mode is on; `PageMask` implements it. */
export interface Redactor {
  value<T>(value: T): T
  /** The payload with the ids that the page was shown masked; undefined when another part of it is masked. */
  meant(name: OrderName, payload: unknown): unknown
}

export interface AnswerDependencies {
  /** Of pages; others are at this computer's terminal. */
  readonly redactor: Redactor
  readonly check: PayloadCheck
  readonly log: Log
}

/** For doors whose giver is no page. */
export const unredacted: Redactor = { value: (value) => value, meant: (_name, payload) => payload }

/** Rejects only orders that no giver of Gatehouse gives. */
export async function answer<N extends OrderName>(
  { name, giver, payload }: { readonly name: N; readonly giver: Giver; readonly payload: unknown },
  order: Order<N>,
  { redactor, check, log }: AnswerDependencies,
): Promise<Result<Returned<N>>> {
  if (!mayGive(giver, name)) {
    log.warn('somebody gave an order that is not for them', { order: name, giver })
    return failed(new GatewayError('PERMISSION.DENIED'))
  }
  if (!isSmallJson(payload)) throw refusal(log, { order: name, giver })
  const meant = redactor.meant(name, payload)
  if (payload !== undefined && meant === undefined) return failed(masked)
  if (!check(name, meant)) throw refusal(log, { order: name, giver })
  try {
    const value = ((await order(meant as Payload<N>, giver)) ?? null) as Returned<N>
    return { ok: true, value: neverRedacted.has(name) ? value : redactor.value(value) }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) log.error('an order failed', { order: name, error: `${thrown}` })
    return redactor.value(failed(asGatewayError(thrown)))
  }
}

/** The error for whoever gave it, or for an unknown sender. */
export function refusal(log: Log, about: { readonly order: string; readonly giver: Giver | 'unknown' }): Error {
  log.warn('an order was refused', about)
  return new Error('Refused')
}

const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })

const masked = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Part of this is hidden in stream-safe mode, so it was not saved.',
  suggestion: 'Type the hidden part in full, or turn stream-safe mode off first.',
})
