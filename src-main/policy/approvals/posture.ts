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

/** Whether a call asks only because its caller has just read text of others, where the owner wants that. */
export const asksAfterText = (
  { type }: Pick<CapabilityManifest, 'type'>,
  { risk, hasReadText }: PostureContext,
  settings: PostureSettings,
): boolean => type === 'action' && hasReadText && knownLevel(risk) === 'medium' && isTextRuleOn(settings)

/** Whether the owner wants to be asked after a caller has read text of others. */
export const isTextRuleOn = (settings: PostureSettings): boolean =>
  builtInRules.some((rule) => rule.afterText && isBuiltInRuleOn(rule, settings))

/** The first built-in rule that requires an approval of this call; undefined when none does. */
export function builtInRuleAbout(
  manifest: Pick<CapabilityManifest, 'id' | 'type'>,
  context: PostureContext,
  settings: PostureSettings,
): BuiltInRuleId | undefined {
  if (manifest.type !== 'action') return undefined
  const isMarked = asksAfterText(manifest, context, settings)
  return builtInRules.find(
    (rule) => (!rule.afterText || isMarked) && isBuiltInRuleOn(rule, settings) && covers(rule.capability, manifest.id),
  )?.id
}
