/** Server providers: adds, changes and removes servers at the provider of their address. */

import { GatewayError } from '@contract/gateway-error.js'
import { isJavaAddress } from '@contract/java-address.js'
import { type AddedServer, nameOfServer, type ServerSecrets } from '@shared/servers/added-server.js'
import { isBedrockId } from '@shared/servers/bedrock.js'
import type { ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { AgentProvider } from '../../providers/agent/agent-provider.js'
import type { JavaProvider } from '../../providers/java/java-provider.js'

export interface ServerProviders {
  /** @throws GatewayError when it cannot be reached, or exists already */
  add(server: AddedServer, secrets: ServerSecrets): void
  /** @param again whether to reconnect. @throws GatewayError when there is no such server */
  change(server: AddedServer, secrets: ServerSecrets, again: boolean): void
  remove(id: string): void
  /** @throws GatewayError when there is no such server, or it showed another certificate */
  trust(id: string, fingerprint: string): void
  /** @throws GatewayError when there is no such server */
  reconnect(id: string): void
}

/** @param trust forgets what a server offered before when a person changes its connection */
export function createServerProviders(
  agents: AgentProvider,
  javaServers: JavaProvider,
  trust: Pick<ManifestTrust, 'forgetLost'>,
): ServerProviders {
  const kept = (id: string) => (javaServers.has(id) ? javaServers : agents)
  return {
    add: (server, secrets) => (isJavaAddress(server.address) ? javaServers : agents).add(server, secrets),
    change(server, secrets, again) {
      if (isJavaAddress(server.address) !== javaServers.has(server.id)) throw otherKind()
      if (again) trust.forgetLost(server.id)
      if (!javaServers.has(server.id)) agents.change(server, secrets, again)
      else if (again) javaServers.change(server, secrets)
      else javaServers.rename(server.id, nameOfServer(server))
    },
    remove: (id) => kept(id).remove(id),
    trust: (id, fingerprint) => agents.trust(id, fingerprint),
    reconnect(id) {
      if (isBedrockId(id)) throw bedrockDials()
      trust.forgetLost(id)
      kept(id).reconnect(id)
    },
  }
}

const bedrockDials = () =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'A Bedrock game connects to Gatehouse, not the other way around.',
    suggestion: 'Type the /connect command in the game again.',
  })

const otherKind = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'A server cannot change its type.',
    suggestion: 'Remove it, then add it with the new address.',
  })
