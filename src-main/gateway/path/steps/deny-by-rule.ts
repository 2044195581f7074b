/** Deny by rule: applies a person's deny rule each time the call is checked. */
import { GatewayError } from '@contract/gateway-error.js'
import type { Rule } from '@shared/approvals/rule.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Decided } from './call-stages.js'
import { recordRefusal } from './record.js'

/** Counts the rule, records it and ends the call. */
export function denyByRule(call: Decided, rule: Rule, deps: GatewayDependencies): Ended {
  deps.rules.use(rule)
  recordRefusal(call, rule, deps)
  return end({ kind: 'failed', error: deniedBy(rule) })
}

export const deniedBy = ({ id }: Rule): GatewayError =>
  new GatewayError('RISK.APPROVAL_REJECTED', {
    message: 'A rule that a person created denies this.',
    suggestion: 'Do not try it again unless the person removes that rule.',
    details: { ruleId: id },
  })
