/** Server providers: adds, changes and removes servers at the provider of their address. */

import { GatewayError } from '@contract/gateway-error.js'
import { parseRconAddress } from '@contract/java-address.js'
import type { AddedServerSettings } from '@shared/program/settings.js'
import { isRconAddress } from '@shared/servers/address-id.js'
import { isBedrockId } from '@shared/servers/bedrock.js'
import type { ManifestTrust } from '../gateway/trust/manifest-trust.js'
import type { AgentProvider } from '../providers/agent/agent-provider.js'
import type { JavaProvider, JavaServerAddress } from '../providers/java/java-provider.js'

/** A remembered server with its secrets. */
export interface ServerWithSecrets extends AddedServerSettings {
  /** Token of an agent, or password of a console; undefined when it is not known any more. */
  readonly token: string | undefined
  readonly managementSecret?: string
}

export interface ServerProviders {
  /** @throws GatewayError when it cannot be reached, or exists already */
  add(server: ServerWithSecrets): void
  /** @param again whether to reconnect. @throws GatewayError when there is no such server */
  change(server: ServerWithSecrets, again: boolean): void
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
    add(server) {
      if (isRconAddress(server.address)) javaServers.add(javaAddressOf(server))
      else agents.add({ ...agentOf(server), kind: 'agent' })
    },
    change(server, again) {
      if (isRconAddress(server.address) !== javaServers.has(server.id)) throw otherKind()
      if (again) trust.forgetLost(server.id)
      if (!javaServers.has(server.id)) agents.change({ ...agentOf(server), kind: 'agent' }, again)
      else if (again) javaServers.change(javaAddressOf(server))
      else javaServers.rename(server.id, server.name)
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

const agentOf = ({ id, name, address, token, certificate }: ServerWithSecrets) => ({
  ...{ id, name, address, token },
  ...(certificate !== undefined && { certificate }),
})

function javaAddressOf(server: ServerWithSecrets): JavaServerAddress {
  const { id, name, address, token, management, managementSecret, folder, plainTextConfirmed } = server
  return {
    ...{ id, name, password: token },
    rcon: { ...parseRconAddress(address), ...(plainTextConfirmed && { plainTextConfirmed }) },
    ...(management && { management }),
    ...(managementSecret !== undefined && { managementSecret }),
    ...(folder !== undefined && { folder }),
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
