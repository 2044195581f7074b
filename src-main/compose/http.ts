/** Compose HTTP: the listener of this computer, with the routes of every consumer. */

import { nextTurn } from '@shared/turns.js'
import { metadataPathOf } from '../consumers/oauth/metadata.js'
import { oauthConsumer } from '../consumers/oauth/oauth-consumer.js'
import { basePath } from '../consumers/rest/base-path.js'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { RejectedConnections } from '../gateway/clients/rejected-connections.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { BodyQuota } from '../network/http/body-quota.js'
import { deferredRoute } from '../network/http/deferred-route.js'
import { errorGuide } from '../network/http/error-guide.js'
import { openHttpListener } from '../network/http/http-listener.js'
import { listenOrUseFreePort, type OpenedListener } from '../network/http/listener-port.js'
import { refuseInJsonRpc } from '../network/http/refusal.js'
import { createRemoteClients, type RemoteClients } from '../network/http/remote-clients.js'
import type { GuardedRoute } from '../network/http/route.js'
import type { ClientService } from '../storage/client-service.js'
import { OAuthService } from '../storage/oauth-service.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { Stores } from '../storage/stores.js'

export interface ComposeHttpOptions {
  readonly consumerDependencies: ConsumerDependencies
  readonly chatRoute: GuardedRoute
  readonly clients: ClientService
  readonly consents: Consents
  readonly refusals: RejectedConnections
  readonly oauthStore: Stores['oauth']
  readonly settings: SettingsStore
  /** 0 for a free port; default: the settings. */
  readonly port: number | undefined
  /** Compiles what the first call needs. */
  readonly warmUp: readonly (() => unknown)[]
}

export interface ComposedHttp extends OpenedListener {
  /** Serves AI clients of other computers at a port of somebody else, with the same consumer of MCP. */
  readonly remoteClients: (isOn: () => boolean) => RemoteClients
}

export async function composeHttp(options: ComposeHttpOptions): Promise<ComposedHttp> {
  const { consumerDependencies, chatRoute, clients, consents, refusals, oauthStore, settings, port, warmUp } = options
  const { clock, log, connectedClients } = consumerDependencies
  const mcp = mcpRoute(consumerDependencies, warmUp)
  const guarded = [mcp, ...otherRoutes(consumerDependencies, warmUp)]
  const oauth = oauthStore && {
    keys: new OAuthService({ store: oauthStore, clients, clock, log }),
    resources: guarded.map(({ path }) => path),
  }
  const listenerOptions = {
    connectedClients,
    refusals,
    keys: clients,
    clock,
    log,
    routes: [...guarded, chatRoute, ...(oauth ? oauthConsumer({ ...oauth, consents, clock, log }) : []), errorGuide()],
    ...(oauth && { metadataPathOf }),
  }
  const openAt = (chosen: number) => openHttpListener({ ...listenerOptions, port: chosen })
  const opened =
    port === undefined
      ? await listenOrUseFreePort(settings.get().httpPort, openAt, log)
      : { listener: await openAt(port), taken: undefined }
  return {
    ...opened,
    remoteClients: (isOn) =>
      createRemoteClients({ isOn, keys: clients, route: mcp, clock, log, connectedClients, refusals }),
  }
}

/** Shared by all consumers of the listener. */
interface ConsumerDependencies {
  readonly gateway: Gateway
  readonly clock: Clock
  readonly log: Log
  readonly connectedClients: ConnectedClients
  readonly bodies: BodyQuota
}

const refuse: GuardedRoute['refuse'] = (response, refusal) => refuseInJsonRpc(response, refusal)

type Part = () => unknown

/**
 * The consumers behind a key, each loaded with its first request.
 *
 * What the first request loads and compiles takes a turn of the event loop for each part, so that it delays nobody.
 *
 * Runs each part in a turn of the event loop of its own.
 */
export async function inTurns(parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    await nextTurn()
    part()
  }
  await nextTurn()
}

/** @param warmUp compiles what the first call of any consumer needs */
const mcpRoute = (consumerParts: ConsumerDependencies, warmUp: readonly Part[]): GuardedRoute =>
  deferredRoute({ path: '/mcp', refuse, isMultiplexed: true }, async () => {
    const { mcpConsumer, prepareMessages } = await import('../consumers/mcp/mcp-consumer.js')
    // Node loads its web platform when it is first used.
    await inTurns([() => globalThis.Response, prepareMessages, ...warmUp])
    return mcpConsumer(consumerParts)
  })

const otherRoutes = (consumerParts: ConsumerDependencies, warmUp: readonly Part[]): readonly GuardedRoute[] => [
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
