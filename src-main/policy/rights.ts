/**
 * Rights: whether a caller may use a capability on a server, from role and permissions. See
 * docs/protocol.md#calls-permissions.
 *
 * The role acts as one more entry: a permission adds to it and a denial removes from it. No permission replaces a role
 * that the manifest requires. Guards invariant 2: without a matching entry, the call is refused.
 */
import type { HeldRole, PermissionEntry, Rights, Role } from '@shared/clients/client.js'
import { effectOn, entriesOn, ownPermission, permissionsFor, strongest } from './permissions.js'
import { effectOf, isAtLeast, neededRole, type Rated, roleOn } from './roles.js'

/** `ask`: only after a person has said yes, whatever the risk. */
export type Permitted = 'allow' | 'ask'

export type PermissionResult =
  | { readonly may: true; readonly permitted: Permitted }
  | { readonly may: false; readonly why: 'role'; readonly held: HeldRole; readonly needed: Role }
  | {
      readonly may: false
      readonly why: 'permissions'
      readonly held: HeldRole
      /** Permissions that nothing gives. */
      readonly missing: readonly string[]
      /** Entries of the caller that forbid it. */
      readonly denials: readonly PermissionEntry[]
    }

/** What somebody may do with a capability on a server. */
export function evaluatePermissions(rights: Rights, rated: Rated, serverId: string): PermissionResult {
  const held = roleOn(rights, serverId)
  const needed = neededRole(rated.manifest)
  if (needed && !isAtLeast(held, needed)) return { may: false, why: 'role', held, needed }

  const entries = entriesOn(rights.permissions, serverId)
  const wanted = permissionsFor(rated.manifest)
  const own = ownPermission(rated.manifest)
  const said = wanted.map((permission) => strongest([effectOf(held, rated, permission), effectOn(entries, permission)]))
  // A person who forbids a capability by its id means it, also where its manifest calls the permission otherwise.
  const ofItself = effectOn(entries, own)
  if (said.includes('deny') || said.includes(undefined) || ofItself === 'deny') {
    return {
      may: false,
      why: 'permissions',
      held,
      missing: wanted.filter((_permission, index) => said[index] === undefined),
      denials: entries.filter((entry) => forbids(entry, [...wanted, own])),
    }
  }
  return { may: true, permitted: said.includes('ask') || ofItself === 'ask' ? 'ask' : 'allow' }
}

const forbids = (entry: PermissionEntry, permissions: readonly string[]): boolean =>
  permissions.some((permission) => effectOn([entry], permission) === 'deny')

/** Rights to what is named, and to nothing else. */
export const only = (...permissions: readonly string[]): Rights => ({
  role: 'none',
  roles: {},
  permissions: permissions.map((permission) => ({ permission, effect: 'allow' })),
})
