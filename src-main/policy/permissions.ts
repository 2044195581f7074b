/**
 * Permissions: what a caller may do at all. Specification 1, section 6.3.
 *
 * A grant is a permission or a pattern: `*` stands for one part, `**` at the end for all that follow.
 */
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

/** Whether one grant, for example `mcp.context.**`, covers a permission, for example `mcp.context.world.time`. */
export function covers(grant: string, permission: string): boolean {
  const granted = grant.split('.')
  const asked = permission.split('.')
  for (const [index, part] of granted.entries()) {
    if (part === '**') return index === granted.length - 1 && asked.length > index
    if (index >= asked.length || (part !== '*' && part !== asked[index])) return false
  }
  return granted.length === asked.length
}

/**
 * What a caller needs to use a capability. One that names no permission needs that of its own id: otherwise whoever may
 * do nothing could still do that.
 */
export const permissionsFor = ({ id, type, permissions = [] }: Needing): readonly string[] =>
  permissions.length > 0 ? permissions : [`mcp.${type}.${id}`]

type Needing = Pick<CapabilityManifest, 'id' | 'type' | 'permissions'>

/** The permissions that no grant covers. */
export const missingPermissions = (grants: readonly string[], needed: readonly string[]): string[] =>
  needed.filter((permission) => !grants.some((grant) => covers(grant, permission)))
