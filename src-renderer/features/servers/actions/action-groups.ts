/** Action groups: the actions of a new server by what happens when an AI asks, in the order of the screen. */
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { levelOf } from '../../../ui/review/waiting-order.js'

export const groupNames = ['allowed', 'asks', 'two', 'off'] as const
export type GroupName = (typeof groupNames)[number]

export interface ActionGroup {
  readonly name: GroupName
  /** The least risky first, then by id. */
  readonly actions: readonly QuarantinedCapability[]
}

const ladder: readonly string[] = ['low', 'medium', 'high', 'critical']

/** What the gateway hasn't answered yet is shown as asking (invariant 2). */
const groupOf = ({ id }: QuarantinedCapability, access: CapabilityAccess | undefined): GroupName => {
  if (isOffByDefault(id) || access?.effect === 'deny') return 'off'
  if (access?.effect === 'allow') return 'allowed'
  return (access?.people ?? 1) > 1 ? 'two' : 'asks'
}

/** Groups without actions are left out. */
export function actionGroups(
  actions: readonly QuarantinedCapability[],
  access: readonly CapabilityAccess[],
): readonly ActionGroup[] {
  const accessById = new Map(access.map((one) => [one.id, one]))
  const sorted = [...actions].sort(byRisk)
  return groupNames
    .map((name) => ({ name, actions: sorted.filter((one) => groupOf(one, accessById.get(one.id)) === name) }))
    .filter((group) => group.actions.length > 0)
}

const byRisk = (one: QuarantinedCapability, other: QuarantinedCapability): number =>
  ladder.indexOf(levelOf(one)) - ladder.indexOf(levelOf(other)) || (one.id < other.id ? -1 : 1)
