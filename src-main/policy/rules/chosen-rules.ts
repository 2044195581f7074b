/**
 * Chosen rules: the rules behind a choice in the list "What AI may do".
 *
 * The list is a view over the rules: a rule of its shape belongs to it, whoever created it. Guards invariant 2: a choice
 * needs a rule only where risk, posture and other rules would do something milder, or would ask and the owner allows it.
 */

import { coverageIdOf, everyAi, type Rule, type RuleEffect } from '@shared/approvals/rule.js'
import type { PermissionEffect } from '@shared/clients/client.js'
import type { ActionChoice } from '@shared/servers/action-choice.js'

/** Whether a rule says something about one action of one server, for every AI, for any arguments and without an end. */
export const isChosenRule = (rule: Rule, serverId: string, capabilityId: string): boolean =>
  rule.server === serverId &&
  rule.capability === capabilityId &&
  coverageIdOf(rule) === 'any' &&
  [rule.sessionId, rule.expiresAt, rule.maxUses].every((limit) => limit === undefined) &&
  (rule.effect === 'allow' ? rule.client?.id === everyAi.id : rule.client === undefined)

export const choiceOf = (effect: PermissionEffect): ActionChoice => (effect === 'deny' ? 'off' : effect)

export interface EffectsWithout {
  /** For an AI with ordinary rights. */
  readonly ordinary: PermissionEffect
  /** For each known client. */
  readonly clients: readonly PermissionEffect[]
}

/** The rule that a choice needs; undefined where the same happens without one. */
export function ruleFor(choice: ActionChoice, { ordinary, clients }: EffectsWithout): RuleEffect | undefined {
  const all = [ordinary, ...clients]
  switch (choice) {
    case 'off':
      return all.every((effect) => effect === 'deny') ? undefined : 'deny'
    case 'ask':
      return all.includes('allow') ? 'ask' : undefined
    case 'allow':
      return ordinary === 'ask' ? 'allow' : undefined
  }
}
