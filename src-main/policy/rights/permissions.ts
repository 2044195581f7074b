/**
 * Permissions: evaluates permission entries. See docs/protocol.md#calls-permissions.
 *
 * Deny has priority over ask, and ask over allow, in any order; without a matching entry there is no result. An entry
 * is a permission or a pattern: `*` matches one part, a final `**` all remaining parts.
 */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { effects, type PermissionEffect, type PermissionEntry } from '@shared/clients/client.js'

/** Whether one pattern, for example `mcp.context.**`, covers a permission, for example `mcp.context.world.time`. */
export function covers(pattern: string, permission: string): boolean {
  const granted = pattern.split('.')
  const asked = permission.split('.')
  for (const [index, part] of granted.entries()) {
    if (part === '**') return index === granted.length - 1 && asked.length > index
    if (index >= asked.length || (part !== '*' && part !== asked[index])) return false
  }
  return granted.length === asked.length
}

type Needing = Pick<CapabilityManifest, 'id' | 'type' | 'permissions'>

/** The permission that is derived from the id of a capability, whatever its manifest says. */
export const ownPermission = ({ id, type }: Needing): string => `mcp.${type}.${id}`

/**
 * The permissions needed for a capability. If it names none of its own type, the permission of its id is also needed:
 * otherwise a caller without rights could use it, or a reader could act.
 */
export function permissionsFor(manifest: Needing): readonly string[] {
  const { type, permissions = [] } = manifest
  const isNamed = permissions.some((permission) => permission.startsWith(`mcp.${type}.`))
  return isNamed ? permissions : [...permissions, ownPermission(manifest)]
}

/** The entries that apply to a server. */
export const entriesOn = (entries: readonly PermissionEntry[], serverId: string): PermissionEntry[] =>
  entries.filter(({ server }) => server === undefined || server === serverId)

/** The effect of the entries on a permission; undefined when none matches. */
export const effectOn = (entries: readonly PermissionEntry[], permission: string): PermissionEffect | undefined =>
  strongest(entries.flatMap((entry) => (covers(entry.permission, permission) ? entry.effect : [])))

/** The effect with the highest priority; undefined for none. */
export const strongest = (said: readonly (PermissionEffect | undefined)[]): PermissionEffect | undefined =>
  [...effects].reverse().find((effect) => said.includes(effect))
