/**
 * Posture: which actions need an approval by default although their risk does not require it.
 *
 * Guards invariant 2: a built-in rule can only add one approver. Like the risk matrix, a person's `allow` rule can
 * answer it, and `ask` and `deny` rules have priority.
 */

import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import {
  type BuiltInRuleId,
  builtInRules,
  isBuiltInRuleOn,
  type PostureSettings,
} from '@shared/approvals/built-in-rule.js'
import { covers } from '../rights/permissions.js'
import { knownLevel } from '../risk/risk.js'

export interface PostureContext {
  readonly risk: RiskLevel
  /** Whether the caller has just read text of others. */
  readonly hasReadText: boolean
}

/** The first built-in rule that requires an approval of this call; undefined when none does. */
export function builtInRuleAbout(
  { id, type }: Pick<CapabilityManifest, 'id' | 'type'>,
  { risk, hasReadText }: PostureContext,
  settings: PostureSettings,
): BuiltInRuleId | undefined {
  if (type !== 'action') return undefined
  const isMarked = hasReadText && knownLevel(risk) === 'medium'
  return builtInRules.find(
    (rule) => (!rule.afterText || isMarked) && isBuiltInRuleOn(rule, settings) && covers(rule.capability, id),
  )?.id
}
