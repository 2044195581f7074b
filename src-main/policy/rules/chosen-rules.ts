/**
 * Chosen rules: the rules behind a choice in the list "What AI may do".
 *
 * The list is a view over the rules: a rule of its shape belongs to it, whoever created it. Guards invariant 2: what the
 * owner set to off or ask is always a rule, so that it outlasts another posture, other rights and other rules; what they
 * allow is one only where it would ask.
 */

import { coverageIdOf, everyAi, type Rule, type RuleEffect } from '@shared/approvals/rule.js'
import type { PermissionEffect } from '@shared/clients/client.js'
import type { ActionChoice, ChoiceOrder } from '@shared/servers/action-choice.js'

/** Whether a rule says something about one action of one server, for every AI, for any arguments and without an end. */
export const isChosenRule = (rule: Rule, serverId: string, capabilityId: string): boolean =>
  rule.server === serverId &&
  rule.capability === capabilityId &&
  coverageIdOf(rule) === 'any' &&
  [rule.sessionId, rule.expiresAt, rule.maxUses].every((limit) => limit === undefined) &&
  (rule.effect === 'allow' ? rule.client?.id === everyAi.id : rule.client === undefined)

export const choiceOf = (effect: PermissionEffect): ActionChoice => (effect === 'deny' ? 'off' : effect)

/** The rule behind an order. @param usual the effect for an AI with ordinary rights without a choice of the owner */
export function ruleFor(order: ChoiceOrder, usual: PermissionEffect): RuleEffect | undefined {
  switch (order) {
    case 'off':
      return 'deny'
    case 'ask':
      return 'ask'
    case 'allow':
      return usual === 'ask' ? 'allow' : undefined
    case 'usual':
      return undefined
  }
}
