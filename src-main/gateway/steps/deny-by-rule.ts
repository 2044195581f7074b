/** Deny by rule: a person has said no before, and it counts whenever the call is looked at. */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Rule } from '../../contract/rule.js'
import { type Ended, end } from '../call-path.js'
import type { Decided, Gatehouse } from './call-stages.js'
import { recordRefusal } from './record.js'

/** Counts the rule, writes it down and ends the call. */
export function denyByRule(call: Decided, rule: Rule, gatehouse: Gatehouse): Ended {
  gatehouse.rules.use(rule)
  recordRefusal(call, rule, gatehouse)
  return end({ kind: 'failed', error: deniedBy(rule) })
}

export const deniedBy = ({ id }: Rule): GatewayError =>
  new GatewayError('RISK.APPROVAL_REJECTED', {
    message: 'A rule that a person made denies this.',
    suggestion: 'Do not try it again unless the person removes that rule.',
    details: { ruleId: id },
  })
