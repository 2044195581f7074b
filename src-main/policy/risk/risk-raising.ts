/**
 * Risk raising: the risk of one call, from its manifest, arguments and caller.
 *
 * Guards invariant 2: a rule that cannot be evaluated raises the risk, and with unreadable rules of the owner, every
 * call that is not harmless needs an approval. Rules only raise: an additional rule never lowers the risk.
 */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityType, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { AssessedRisk, RaisedBy, RiskRule } from '@contract/risk-rule.js'
import { fitsId } from '../rules/wildcard.js'
import { higherRisk, knownLevel } from './risk.js'
import { evaluateCondition } from './risk-tests.js'

export interface RaisableCall {
  readonly capabilityId: string
  readonly type: CapabilityType
  readonly arguments: JsonObject
}

/** Maximum number of reasons shown to a person. */
const maxReasons = 8

/** Maximum cached capabilities per list of rules. Others are evaluated on each call. */
const maxCachedCapabilities = 4_096

/** List of rules → capability and type → matching rules. Lists are immutable and replaced as a whole. */
const known = new WeakMap<readonly RiskRule[], Map<string, readonly RiskRule[]>>()

function rulesAbout(rules: readonly RiskRule[], capabilityId: string, type: CapabilityType): readonly RiskRule[] {
  const ofRules = known.get(rules) ?? new Map<string, readonly RiskRule[]>()
  known.set(rules, ofRules)
  const key = `${type} ${capabilityId}`
  const found =
    ofRules.get(key) ??
    rules.filter(
      ({ capabilities, types }) =>
        (!types || types.includes(type)) && capabilities.some((one) => fitsId(capabilityId, one)),
    )
  if (ofRules.size < maxCachedCapabilities) ofRules.set(key, found)
  return found
}

/** The reasons for which the given rules raise the risk of a call. */
export const raisedByRules = (
  { capabilityId, type, arguments: given }: RaisableCall,
  rules: readonly RiskRule[],
  owners = false,
): RaisedBy[] =>
  rulesAbout(rules, capabilityId, type)
    .filter(({ when }) => when.every((condition) => evaluateCondition(condition, given) !== 'does not hold'))
    .map(({ id, raiseTo, because }) => ({
      rule: id,
      level: knownLevel(raiseTo),
      because,
      ...(owners && { owners }),
    }))

/** The risk of a call after all reasons that raise it. */
export function raiseRisk(risk: Risk, reasons: readonly RaisedBy[]): AssessedRisk {
  const raising = reasons.filter(({ level }) => higherRisk(level, risk.level) !== knownLevel(risk.level))
  if (raising.length === 0) return risk
  const level = raising.reduce<RiskLevel>((worst, one) => higherRisk(worst, one.level), knownLevel(risk.level))
  const inOrder = [...raising].sort((one, other) => rank(other.level) - rank(one.level))
  return { ...risk, level, raisedBy: inOrder.slice(0, maxReasons) }
}

const ladder: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']
const rank = (level: RiskLevel): number => ladder.indexOf(level)

/** The owner's intention is unknown. */
export const rulesUnreadable: RaisedBy = {
  rule: 'rules-unreadable',
  level: 'high',
  because: "The owner's risk rules cannot be read, so every action that is not harmless needs approval.",
}

/** Whether the risk is medium: a call runs without approval, but is not harmless. */
export const isMediumRisk = ({ level }: Risk): boolean => knownLevel(level) === 'medium'
