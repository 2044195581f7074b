/**
 * Listen places: how many clients of the newer era listen for changes at once.
 *
 * Guards that no client takes them all: each listening holds a connection and an ear of its own, without end.
 */
import type { ServerResponse } from 'node:http'
import { GatewayError } from '../../contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import { type Room, Shares, type Supply } from '../../network/shares.js'

export const listenPlaces: Supply = { each: 16, all: 256 }

/** Whether a message may be served; when it may not, it has been refused. */
export type TakeListenPlace = (
  message: unknown,
  response: ServerResponse,
  authenticated: AuthenticatedClient,
) => boolean

export function createListenPlaces(): TakeListenPlace {
  const shares = new Shares(listenPlaces)
  return (message, response, { client }) => {
    const { method, id } = (message ?? {}) as { readonly method?: unknown; readonly id?: unknown }
    if (method !== 'subscriptions/listen') return true
    const room = shares.take(client.id)
    if (room === 'free') response.once('close', () => shares.giveBack(client.id))
    else refuseInJsonRpc(response, { status: 429, error: problems[room] }, -32_000, id)
    return room === 'free'
  }
}

const problems: Readonly<Record<Exclude<Room, 'free'>, GatewayError>> = {
  'own-share-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client listens as often as it may at once.',
    suggestion: 'End a subscription first, or ask for everything in one: subscriptions/listen takes several kinds.',
  }),
  'all-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Other clients listen already, as many as may at once.',
    suggestion: 'List again from time to time instead, or try again in a few minutes.',
  }),
}
