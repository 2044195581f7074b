/**
 * Program access: whether a key lets its holder ask the AI that players talk to.
 *
 * Guards the owner's money: a question costs some, whatever its tools may do, so a key that only reads is not enough.
 */
import type { Rights } from '../../contract/client.js'
import { isAtLeast, roleOn } from '../roles.js'

/** @param serverId the server it is about; one of those the key is for when left out */
export function mayAskAsProgram(rights: Rights, serverId?: string): boolean {
  if (serverId !== undefined) return isAtLeast(roleOn(rights, serverId), 'operator')
  return [rights.role, ...Object.values(rights.roles)].some((role) => isAtLeast(role, 'operator'))
}
