/**
 * Program access: whether a key may use the AI of the player chat.
 *
 * Guards the owner's budget: each question costs money, so a read-only key is not enough.
 */
import type { Rights } from '@shared/clients/client.js'
import { isAtLeast, roleOn } from '../rights/roles.js'

/** @param serverId the server of the request; any server of the key when omitted */
export function mayAskAsProgram(rights: Rights, serverId?: string): boolean {
  if (serverId !== undefined) return isAtLeast(roleOn(rights, serverId), 'operator')
  return [rights.role, ...Object.values(rights.roles)].some((role) => isAtLeast(role, 'operator'))
}
