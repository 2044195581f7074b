/**
 * Posture: which actions are asked about by default, though their risk alone would let them run.
 *
 * Guards invariant 2: a built-in rule can only add one approver. It counts like the risk matrix does: a person's `allow`
 * rule can answer it, a person's `ask` and `deny` rules stay stronger.
 */
import { type BuiltInRuleId, builtInRules, isBuiltInRuleOn, type PostureSettings } from '../contract/built-in-rule.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import { covers } from './permissions.js'

/** The first built-in rule that asks about this capability; undefined when none does. */
export const builtInRuleAbout = (
  { id, type }: Pick<CapabilityManifest, 'id' | 'type'>,
  settings: PostureSettings,
): BuiltInRuleId | undefined =>
  type === 'action'
    ? builtInRules.find((rule) => isBuiltInRuleOn(rule, settings) && covers(rule.capability, id))?.id
    : undefined
