/**
 * Rights: whether a caller may use a capability on a server, from role and permissions. See
 * docs/protocol.md#calls-permissions.
 *
 * The role acts as one more entry: a permission adds to it and a denial removes from it. No permission replaces a role
 * that the manifest requires. Guards invariant 2: without a matching entry, the call is refused.
 */
import type { HeldRole, PermissionEntry, Rights, Role } from '@shared/clients/client.js'
import { effectOn, entriesOn, ownPermission, permissionsFor, strongest } from './permissions.js'
import { effectOf, isAtLeast, neededRole, type RatedCapability, roleOn } from './roles.js'

/** `ask`: only after a person has approved it, whatever the risk. */
export type Permitted = 'allow' | 'ask'

export type PermissionResult =
  | { readonly may: true; readonly permitted: Permitted }
  | { readonly may: false; readonly why: 'role'; readonly held: HeldRole; readonly needed: Role }
  | {
      readonly may: false
      readonly why: 'permissions'
      readonly held: HeldRole
      /** Permissions that the caller does not have. */
      readonly missing: readonly string[]
      /** Entries of the caller that deny the call. */
      readonly denials: readonly PermissionEntry[]
    }

/** What a caller may do with a capability on a server. */
export function evaluatePermissions(rights: Rights, rated: RatedCapability, serverId: string): PermissionResult {
  const held = roleOn(rights, serverId)
  const needed = neededRole(rated.manifest)
  if (needed && !isAtLeast(held, needed)) return { may: false, why: 'role', held, needed }

  const entries = entriesOn(rights.permissions, serverId)
  const wanted = permissionsFor(rated.manifest)
  const own = ownPermission(rated.manifest)
  const said = wanted.map((permission) => strongest([effectOf(held, rated, permission), effectOn(entries, permission)]))
  // An entry that denies a capability by its id applies even when the manifest names another permission.
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

/** Whether a caller has any right on a server; the names of others are not shown to it. */
export const mayKnowServer = (rights: Rights, serverId: string): boolean =>
  roleOn(rights, serverId) !== 'none' || entriesOn(rights.permissions, serverId).some(({ effect }) => effect !== 'deny')

/** Rights to the named permissions only. */
export const only = (...permissions: readonly string[]): Rights => ({
  role: 'none',
  roles: {},
  permissions: permissions.map((permission) => ({ permission, effect: 'allow' })),
})
