/** Server record: a service as shown in the gateway's registry and in the owner's window. */
import type { GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import {
  type ServiceConfig,
  type ServiceProblem,
  type ServiceStarting,
  type ServiceStatus,
  type ServiceSummary,
  type ServiceWarning,
  serviceId,
} from '@shared/servers/service.js'
import type { CancellationToken } from '../../gateway/ports/cancellation.js'
import type { ProviderRequest, ProviderResponse, ServerLink } from '../../gateway/ports/provider.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { callMs, maxCallMs } from './connection/connection.js'
import type { ResourceSubscriptions } from './connection/subscriptions.js'
import { mayFollow } from './tools/library-reads.js'
import type { ToolOffer } from './tools/tool-offer.js'

/** The current status of a service. */
export interface ServiceState {
  readonly name: string
  readonly config: ServiceConfig
  readonly identity: string | undefined
  readonly status: ServiceStatus
  readonly isWell: boolean
  readonly offer: ToolOffer
  /** Names of tools that it listed earlier and lists no more. */
  readonly lost: readonly string[]
  readonly calls: number
  readonly restarts: number
  readonly software: string | undefined
  readonly startedAt: string | undefined
  readonly starting: ServiceStarting | undefined
  readonly problem: ServiceProblem | undefined
  readonly error: GatewayError | undefined
  readonly warnings: readonly ServiceWarning[]
}

export const summaryOf = (state: ServiceState): ServiceSummary => ({
  id: serviceId(state.name),
  name: state.name,
  namespace: state.config.namespace,
  type: state.config.type,
  enabled: state.config.enabled,
  status: state.status,
  healthy: state.isWell,
  tools: state.offer.capabilities.length,
  calls: state.calls,
  restarts: state.restarts,
  ...(state.startedAt !== undefined && { startedAt: state.startedAt }),
  ...(state.starting && { starting: state.starting }),
  ...(state.problem && { lastError: state.problem }),
  ...(state.warnings.length > 0 && { warnings: state.warnings }),
})

/** Maximum names of lost tools. */
const maxLost = 100

const states = { stopped: 'offline', starting: 'connecting', running: 'online', error: 'offline' } as const

function serverOf({ name, identity, status, isWell, error, software, offer, lost }: ServiceState): Server {
  const isSilent = status === 'running' && !isWell
  const { capabilities, refused, findings } = offer
  return {
    id: serviceId(name),
    name,
    kind: 'service',
    ...(identity !== undefined && { identity }),
    state: isSilent ? 'degraded' : states[status],
    ...(isSilent && { strain: 'silent' as const }),
    ...(status === 'error' && error && { problem: error.toContract() }),
    ...(software && { software }),
    capabilities,
    refused,
    ...(status === 'running' &&
      lost.length > 0 && { lost: lost.slice(0, maxLost).map((tool) => cleanText(tool, 128)) }),
    ...(Object.keys(findings).length > 0 && { findings }),
  }
}

/**
 * As the gateway calls it. A resource that may not be read cannot be subscribed to either.
 *
 * @param invoke for the offer of this state
 */
export function linkOf(
  state: ServiceState,
  subscriptions: Pick<ResourceSubscriptions, 'follow'>,
  invoke: (request: ProviderRequest, signal: CancellationToken['signal']) => Promise<ProviderResponse>,
): ServerLink {
  const { relays, library, readable } = state.offer
  const follow = (uri: string, follower: (uri: string) => void) =>
    mayFollow(readable, uri) ? subscriptions.follow(uri, follower) : () => {}
  return {
    server: serverOf(state),
    relays,
    ...(library && { library, follow }),
    timeoutMsOf: () => maxCallMs,
    idleTimeoutMs: () => callMs,
    invoke: (request, { signal }) => invoke(request, signal),
  }
}
