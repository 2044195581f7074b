/**
 * Guarded routes: the consumers behind a key, each loaded with its first request.
 *
 * What the first request loads and compiles takes a turn of the event loop for each part, so that it delays nobody.
 */
import { nextTurn } from '@shared/turns.js'
import { basePath } from '../consumers/rest/base-path.js'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { BodyQuota } from '../http/body-quota.js'
import { deferredRoute } from '../http/deferred-route.js'
import { refuseInJsonRpc } from '../http/refusal.js'
import type { GuardedRoute } from '../http/route.js'

/** Shared by all consumers of the listener. */
export interface ConsumerDependencies {
  readonly gateway: Gateway
  readonly clock: Clock
  readonly log: Log
  readonly connectedClients: ConnectedClients
  readonly bodies: BodyQuota
}

const refuse: GuardedRoute['refuse'] = (response, refusal) => refuseInJsonRpc(response, refusal)

type Part = () => unknown

/** Runs each part in a turn of the event loop of its own. */
export async function inTurns(parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    await nextTurn()
    part()
  }
  await nextTurn()
}

/** @param warmUp compiles what the first call of any consumer needs */
export const guardedRoutes = (
  consumerParts: ConsumerDependencies,
  warmUp: readonly Part[],
): readonly GuardedRoute[] => [
  deferredRoute({ path: '/mcp', refuse, isMultiplexed: true }, async () => {
    const { mcpConsumer, prepareMessages } = await import('../consumers/mcp/mcp-consumer.js')
    // Node loads its web platform when it is first used.
    await inTurns([() => globalThis.Response, prepareMessages, ...warmUp])
    return mcpConsumer(consumerParts)
  }),
  deferredRoute({ path: '/mcp-legacy', refuse }, async () => {
    const { mcpLegacyConsumer } = await import('../consumers/mcp-legacy/mcp-legacy-consumer.js')
    return mcpLegacyConsumer(consumerParts)
  }),
  deferredRoute({ path: basePath, below: true }, async () => {
    const { restConsumer } = await import('../consumers/rest/rest-consumer.js')
    await inTurns(warmUp)
    return restConsumer(consumerParts)
  }),
]
