/**
 * Roles: viewer < operator < admin < super_admin, and what each may do without permission entries. See
 * docs/protocol.md#calls-permissions.
 *
 * | role | may use |
 * |---|---|
 * | none | nothing |
 * | viewer | contexts and events |
 * | operator | also actions of low and medium risk |
 * | admin | also actions of high risk; critical ones and those of `system.*` need an approval each time |
 * | super_admin | everything |
 *
 * Guards invariant 2: an unknown role or risk gives no right. A role never removes an approval that the risk requires.
 */

import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import { type HeldRole, heldRoles, type PermissionEffect, type Rights, type Role } from '@shared/clients/client.js'

/** A capability with its effective risk. A risk raised by the arguments leads to an approval, not to a refusal. */
export interface RatedCapability {
  readonly manifest: Pick<CapabilityManifest, 'id' | 'type' | 'permissions' | 'requiredRoles'>
  readonly level: RiskLevel
}

const rank = (role: string): number => heldRoles.indexOf(role as HeldRole)

/** Whether a role includes another; false for an unknown role. */
export const isAtLeast = (held: HeldRole, needed: Role): boolean => rank(needed) > 0 && rank(held) >= rank(needed)

/** The role of a caller on a server. */
export const roleOn = ({ role, roles }: Rights, serverId: string): HeldRole =>
  (Object.hasOwn(roles, serverId) ? roles[serverId] : undefined) ?? role

/**
 * The role that a manifest requires; undefined for none. Each of the listed minimum roles suffices, so the lowest of
 * them counts.
 */
export const neededRole = ({ requiredRoles = [] }: RatedCapability['manifest']): Role | undefined =>
  [...requiredRoles].sort((one, other) => rank(one) - rank(other))[0]

/**
 * The effect of a role on one permission of a capability; undefined when it has none. Both the capability's type and
 * the permission's name count: a context that requires an action permission is not a read.
 */
export function effectOf(
  role: HeldRole,
  { manifest, level }: RatedCapability,
  permission: string,
): PermissionEffect | undefined {
  const kind = permission.split('.')[1]
  const acts = manifest.type === 'action' || (kind !== 'context' && kind !== 'event')
  if (role === 'super_admin') return 'allow'
  if (!acts) return isAtLeast(role, 'viewer') ? 'allow' : undefined
  const isOfSystem = manifest.id.split('.')[0] === 'system'
  if (isOfSystem || level === 'critical') return isAtLeast(role, 'admin') ? 'ask' : undefined
  return isAtLeast(role, level === 'high' ? 'admin' : 'operator') ? 'allow' : undefined
}
