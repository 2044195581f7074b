/** Compose HTTP: the listener of this computer, with the routes of every consumer. */
import { metadataPathOf } from '../consumers/oauth/metadata.js'
import { oauthConsumer } from '../consumers/oauth/oauth-consumer.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { RejectedConnections } from '../gateway/clients/rejected-connections.js'
import { errorGuide } from '../http/error-guide.js'
import { openHttpListener } from '../http/http-listener.js'
import { listenOrUseFreePort, type OpenedListener } from '../http/listener-port.js'
import type { GuardedRoute } from '../http/route.js'
import type { ClientService } from '../storage/client-service.js'
import { OAuthService } from '../storage/oauth-service.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { Stores } from '../storage/stores.js'
import { type ConsumerDependencies, guardedRoutes } from './guarded-routes.js'

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

export async function composeHttp(options: ComposeHttpOptions): Promise<OpenedListener> {
  const { consumerDependencies, chatRoute, clients, consents, refusals, oauthStore, settings, port, warmUp } = options
  const { clock, log, connectedClients } = consumerDependencies
  const guarded = guardedRoutes(consumerDependencies, warmUp)
  const oauth = oauthStore && {
    keys: new OAuthService({ store: oauthStore, clients, clock, log }),
    resources: guarded.map(({ path }) => path),
  }
  const listenerOptions = {
    ...{ connectedClients, refusals, keys: clients, clock, log },
    routes: [...guarded, chatRoute, ...(oauth ? oauthConsumer({ ...oauth, consents, clock, log }) : []), errorGuide()],
    ...(oauth && { metadataPathOf }),
  }
  const openAt = (chosen: number) => openHttpListener({ ...listenerOptions, port: chosen })
  if (port !== undefined) return { listener: await openAt(port), taken: undefined }
  return listenOrUseFreePort(settings.get().httpPort, openAt, log)
}
