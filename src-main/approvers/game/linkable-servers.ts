/**
 * Linkable servers: where the owner can link a player.
 *
 * Enforces invariant 6: a server that does not prove accounts offers nothing, because anybody can join with the owner's
 * name; nor does one whose chat shows names that plugins can change, unless it says itself who answered.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { GameApproval, UnprovenReason } from '@shared/approvals/game-approval.js'
import { isConnected } from '@shared/servers/server.js'
import type { ServerLink } from '../../gateway/ports/provider.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'

type Registry = Pick<ServerRegistry, 'link' | 'servers'>

export function canLink(registry: Pick<Registry, 'link'>, serverId: string): boolean {
  const link = registry.link(serverId)
  return link !== undefined && canAnswer(link) && whyUnproven(link) === undefined
}

/** Whether an answer counts only with the UUID of the account; so it does on a server that is gone. */
export function needsAccount(registry: Pick<Registry, 'link'>, serverId: string): boolean {
  const link = registry.link(serverId)
  return link === undefined || link.server.accounts !== undefined
}

/** Connected servers that do not prove accounts, and why not. */
export const unprovenServers = (registry: Registry): GameApproval['unproven'] =>
  registry.servers().flatMap(({ id }) => {
    const link = registry.link(id)
    const why = link && canAnswer(link) ? whyUnproven(link) : undefined
    return why === undefined ? [] : [{ id, why }]
  })

function whyUnproven({ server, numbers }: ServerLink): UnprovenReason | undefined {
  if (server.accounts !== undefined && server.accounts !== 'checked') return server.accounts
  return server.chatNames === 'changeable' && !numbers ? 'chat-names' : undefined
}

const canAnswer = ({ server, whisper, numbers }: ServerLink): boolean =>
  whisper !== undefined &&
  isConnected(server) &&
  (numbers !== undefined || server.capabilities.some(({ id }) => id === 'player.chat'))

export const linkingUnavailable = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'No player can be linked on this server now.',
    suggestion: 'Choose a connected Java server with its folder, or a Bedrock game, and enter the player’s name.',
  })
