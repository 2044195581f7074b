/**
 * Posture: which actions need an approval by default although their risk does not require it.
 *
 * Guards invariant 2: a built-in rule can only add one approver. Like the risk matrix, a person's `allow` rule can
 * answer it, and `ask` and `deny` rules have priority.
 */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import {
  type BuiltInRuleId,
  builtInRules,
  isBuiltInRuleOn,
  type PostureSettings,
} from '@shared/approvals/built-in-rule.js'
import { covers } from '../rights/permissions.js'

/** The first built-in rule that requires an approval of this capability; undefined when none does. */
export const builtInRuleAbout = (
  { id, type }: Pick<CapabilityManifest, 'id' | 'type'>,
  settings: PostureSettings,
): BuiltInRuleId | undefined =>
  type === 'action'
    ? builtInRules.find((rule) => isBuiltInRuleOn(rule, settings) && covers(rule.capability, id))?.id
    : undefined
