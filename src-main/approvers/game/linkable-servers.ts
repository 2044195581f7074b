/**
 * Linkable servers: where the owner can link a player.
 *
 * Enforces invariant 6: a server that does not prove accounts offers nothing, because anybody can join with the owner's
 * name.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { GameApproval } from '@shared/approvals/game-approval.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'

type Registry = Pick<ServerRegistry, 'link' | 'servers'>

export function canLink(registry: Pick<Registry, 'link'>, serverId: string): boolean {
  const accounts = registry.link(serverId)?.server.accounts
  return (accounts === undefined || accounts === 'checked') && hasChat(registry, serverId)
}

/** Whether an answer counts only with the UUID of the account. */
export const needsAccount = (registry: Pick<Registry, 'link'>, serverId: string): boolean =>
  registry.link(serverId)?.server.accounts !== undefined

/** Servers with chat that do not prove accounts, and why not. */
export const unprovenServers = (registry: Registry): GameApproval['unproven'] =>
  registry
    .servers()
    .flatMap(({ id, accounts }) =>
      accounts !== undefined && accounts !== 'checked' && hasChat(registry, id) ? [{ id, why: accounts }] : [],
    )

function hasChat(registry: Pick<Registry, 'link'>, serverId: string): boolean {
  const link = registry.link(serverId)
  return (
    link?.whisper !== undefined &&
    (link.server.state === 'online' || link.server.state === 'degraded') &&
    link.server.capabilities.some(({ id }) => id === 'player.chat')
  )
}

export const linkingUnavailable = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'No player can be linked on this server now.',
    suggestion: 'Choose a connected Java or Bedrock server whose chat Gatehouse can read, and enter the player’s name.',
  })
