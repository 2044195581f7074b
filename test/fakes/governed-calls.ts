/**
 * Governed calls: callers, people and capabilities of the governed world, and an independent model of permissions and rules.
 *
 * The model shares no code with `policy/`: it repeats the tables of docs/protocol.md#calls-permissions and docs/governance.md.
 */

import type { Caller } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { HeldRole, PermissionEffect } from '@shared/clients/client.js'
import { writer } from './approvals-under-test.js'
import { isCoveredByWords } from './covered-by-words.js'
import { manifestOf } from './fake-provider.js'

export const levels = ['low', 'medium', 'high', 'critical'] as const satisfies readonly RiskLevel[]
export const serverIds = ['one', 'two'] as const

const callerOf = (id: string, sessionId: string): Caller => ({ type: 'model', id, name: `The ${id}`, sessionId })
export const callers: readonly Caller[] = [callerOf('a', 'a-1'), callerOf('a', 'a-2'), callerOf('b', 'b-1')]

/** The last one is another session of the client `a`. */
export const people: readonly Person[] = [
  writer('ada'),
  writer('ben'),
  writer('cho'),
  { ...writer('dee'), callers: ['a'] },
]

export interface Asked {
  readonly who: number
  readonly level: RiskLevel
  readonly server: string
  readonly everybody: boolean
}

interface Entry {
  readonly level: RiskLevel
  readonly effect: PermissionEffect
  readonly server: string | undefined
}

export interface Rights {
  readonly role: HeldRole
  readonly entries: readonly Entry[]
}

export const noRights: Rights = { role: 'none', entries: [] }

export const idOf = (level: string) => (level === '**' ? 'ext.shop.**' : `ext.shop.${level}`)
const parameters = { type: 'object', properties: { target: { type: 'string' } } } as const
export const capabilities = [
  manifestOf({ id: 'ext.shop.look', provider: { id: 'shop', name: 'Shop' } }),
  ...levels.map((level) =>
    manifestOf({
      id: idOf(level),
      type: 'action',
      provider: { id: 'shop', name: 'Shop' },
      risk: { level },
      parameters,
    }),
  ),
]

export const worse = (one: RiskLevel, other: RiskLevel): RiskLevel =>
  levels.indexOf(one) >= levels.indexOf(other) ? one : other

function ofRole(role: HeldRole, level: RiskLevel): PermissionEffect | undefined {
  if (role === 'super_admin') return 'allow'
  if (role === 'admin') return level === 'critical' ? 'ask' : 'allow'
  return role === 'operator' && (level === 'low' || level === 'medium') ? 'allow' : undefined
}

export function permissionOf({ role, entries }: Rights, { level, server }: Asked): PermissionEffect | undefined {
  const said = entries.filter((one) => one.level === level && (one.server ?? server) === server)
  const effects = [ofRole(role, level), ...said.map(({ effect }) => effect)]
  return (['deny', 'ask', 'allow'] as const).find((effect) => effects.includes(effect))
}

/** The rights as the gateway reads them. */
export function clientRightsOf({ role, entries }: Rights) {
  const permissions = entries.map(({ level, effect, server }) => ({
    permission: `mcp.action.${idOf(level)}`,
    effect,
    ...(server !== undefined && { server }),
  }))
  return { role, roles: {}, permissions }
}

export const denialOf = (
  client: string | undefined,
  capabilityId: string,
  server: string,
  everybody: boolean,
): string => JSON.stringify([client, capabilityId, server, everybody])

export const isRequester = ({ callers: own = [] }: Person, { caller }: OpenApproval): boolean => own.includes(caller.id)

export function isAbout({ client, server, capability, sessionId, ...rule }: Rule, asked: Asked): boolean {
  const caller = callers[asked.who]
  return (
    (client === undefined || client.id === caller?.id) &&
    (server === undefined || server === asked.server) &&
    (capability.includes('*') || capability === idOf(asked.level)) &&
    isCoveredByWords(rule, asked.everybody ? { target: '@a' } : {}) &&
    (sessionId === undefined || sessionId === caller?.sessionId)
  )
}
