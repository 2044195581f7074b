/**
 * Access choice: where and how a client may act, as one of a few sentences, and the rights that each of them means.
 *
 * Guards that a sentence says exactly what the rights are: rights that no sentence describes have none.
 */
import type { PermissionEntry, Rights } from '@shared/clients/client.js'

/** `ask-risky` is the default: what the owner's posture lets run, runs. */
export const manners = ['look', 'ask-all', 'ask-risky'] as const
export type Manner = (typeof manners)[number]

export interface AccessChoice {
  /** Ids of servers. */
  readonly where: 'everywhere' | readonly string[]
  readonly how: Manner
}

const everyAction = 'mcp.action.**'

export function rightsOfChoice({ where, how }: AccessChoice): Rights {
  const role = how === 'look' ? 'viewer' : 'admin'
  const asks = (server?: string): PermissionEntry[] =>
    how === 'ask-all' ? [{ permission: everyAction, effect: 'ask', ...(server !== undefined && { server }) }] : []
  if (where === 'everywhere') return { role, roles: {}, permissions: asks() }
  return {
    role: 'none',
    roles: Object.fromEntries(where.map((id) => [id, role])),
    permissions: where.flatMap((id) => asks(id)),
  }
}

/** Undefined for rights that no sentence describes. */
export function choiceOfRights(rights: Rights): AccessChoice | undefined {
  const where: AccessChoice['where'] = rights.role === 'none' ? Object.keys(rights.roles) : 'everywhere'
  if (where.length === 0) return undefined
  return manners.map((how) => ({ where, how })).find((choice) => isSame(rightsOfChoice(choice), rights))
}

export const mayDoNothing = ({ role, roles, permissions }: Rights): boolean =>
  role === 'none' && Object.keys(roles).length === 0 && permissions.length === 0

const isSame = (one: Rights, other: Rights): boolean => keyOf(one) === keyOf(other)

const keyOf = ({ role, roles, permissions }: Rights): string =>
  JSON.stringify([
    role,
    Object.entries(roles).sort(([one], [other]) => (one < other ? -1 : 1)),
    permissions.map(({ permission, effect, server = '' }) => [permission, effect, server].join(' ')).sort(),
  ])
