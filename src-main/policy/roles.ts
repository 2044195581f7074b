/**
 * Roles: viewer < operator < admin < super_admin, and what each may do when nothing else is said. See
 * docs/protocol.md#calls-permissions.
 *
 * | role | by itself |
 * |---|---|
 * | none | nothing |
 * | viewer | contexts and events |
 * | operator | actions of low and medium risk as well |
 * | admin | actions of high risk as well; critical ones and those of `system.*` are asked each time |
 * | super_admin | everything |
 *
 * Guards invariant 2: a role or a risk that is not known gives nothing. A role never spares the question that a risk
 * demands.
 */

import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import { type HeldRole, heldRoles, type PermissionEffect, type Rights, type Role } from '@shared/clients/client.js'

/** A capability, with the risk that counts for it. What its arguments add to that is asked about, not refused. */
export interface Rated {
  readonly manifest: Pick<CapabilityManifest, 'id' | 'type' | 'permissions' | 'requiredRoles'>
  readonly level: RiskLevel
}

const rank = (role: string): number => heldRoles.indexOf(role as HeldRole)

/** Whether a role is as much as another, or more; one that is not known is neither. */
export const isAtLeast = (held: HeldRole, needed: Role): boolean => rank(needed) > 0 && rank(held) >= rank(needed)

/** The role that somebody has on a server. */
export const roleOn = ({ role, roles }: Rights, serverId: string): HeldRole =>
  (Object.hasOwn(roles, serverId) ? roles[serverId] : undefined) ?? role

/**
 * The role that a manifest asks for; none when undefined. It lists minimum roles, each of which suffices: so the lowest
 * of several counts, and naming one more never shuts anybody out.
 */
export const neededRole = ({ requiredRoles = [] }: Rated['manifest']): Role | undefined =>
  [...requiredRoles].sort((one, other) => rank(one) - rank(other))[0]

/**
 * The effect of a role on one permission of a capability; undefined when it has none. Both the capability's type and
 * the permission's name count: a context that requires an action permission is not a read.
 */
export function effectOf(role: HeldRole, { manifest, level }: Rated, permission: string): PermissionEffect | undefined {
  const kind = permission.split('.')[1]
  const acts = manifest.type === 'action' || (kind !== 'context' && kind !== 'event')
  if (role === 'super_admin') return 'allow'
  if (!acts) return isAtLeast(role, 'viewer') ? 'allow' : undefined
  const isOfSystem = manifest.id.split('.')[0] === 'system'
  if (isOfSystem || level === 'critical') return isAtLeast(role, 'admin') ? 'ask' : undefined
  return isAtLeast(role, level === 'high' ? 'admin' : 'operator') ? 'allow' : undefined
}
