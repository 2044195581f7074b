/**
 * Permissions: what entries say to a permission. See docs/protocol.md#calls-permissions.
 *
 * Deny beats ask beats allow, in whatever order they stand; to what no entry covers nothing is said. An entry names a
 * permission or a pattern: `*` stands for one part, `**` at the end for all that follow.
 */
import { type Effect, effects, type PermissionEntry } from '../contract/client.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

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

/** What a capability is called as a permission, whatever its manifest says. */
export const ownPermission = ({ id, type }: Needing): string => `mcp.${type}.${id}`

/**
 * What a caller needs to use a capability. One that names no permission of its own type needs that of its own id besides:
 * otherwise whoever may do nothing could do it, or whoever may read could act.
 */
export function permissionsFor(manifest: Needing): readonly string[] {
  const { type, permissions = [] } = manifest
  const isNamed = permissions.some((permission) => permission.startsWith(`mcp.${type}.`))
  return isNamed ? permissions : [...permissions, ownPermission(manifest)]
}

/** The entries that hold on a server. */
export const entriesOn = (entries: readonly PermissionEntry[], serverId: string): PermissionEntry[] =>
  entries.filter(({ server }) => server === undefined || server === serverId)

/** What entries say to a permission; nothing when undefined. */
export const effectOn = (entries: readonly PermissionEntry[], permission: string): Effect | undefined =>
  strongest(entries.flatMap((entry) => (covers(entry.permission, permission) ? entry.effect : [])))

/** The one of several that wins; nothing of nothing. */
export const strongest = (said: readonly (Effect | undefined)[]): Effect | undefined =>
  [...effects].reverse().find((effect) => said.includes(effect))
