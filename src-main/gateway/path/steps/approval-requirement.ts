/**
 * Approval requirement: the decision that a call needs: none, one or more people, or a stored rule.
 *
 * Guards invariant 2: an allow rule replaces one person, never several, and never when every call needs an approval. No
 * allow rule counts while some rules cannot be read, and after text of others only one that answered such a request.
 */

import type { JsonObject } from '@contract/call.js'
import type { BuiltInRuleId } from '@shared/approvals/built-in-rule.js'
import type { Rule } from '@shared/approvals/rule.js'
import { isChatSender } from '@shared/features/chat.js'
import { asksAfterText, builtInRuleAbout, isTextRuleOn } from '../../../policy/approvals/posture.js'
import { quorumOf } from '../../../policy/approvals/quorum.js'
import type { Validator } from '../../ports/provider.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Assessable, Assessed } from './call-stages.js'

export type ApprovalRequirement =
  | { readonly by: 'nobody' }
  | { readonly by: 'rule'; readonly effect: 'allow' | 'deny'; readonly rule: Rule }
  | {
      readonly by: 'people'
      readonly needed: number
      /** The answer covers only this call. */
      readonly eachTime: boolean
      /** The rule that requires an approval. */
      readonly rule?: Rule
      /** The built-in rule that is the only reason for the approval. */
      readonly builtIn?: BuiltInRuleId
    }

/** Inputs of the decision. */
export interface RequirementContext extends Pick<GatewayDependencies, 'quorums' | 'clock' | 'governance'> {
  readonly rules: Pick<GatewayDependencies['rules'], 'matchForCall' | 'isDamaged'>
  readonly validator: Pick<Validator, 'isValidFor'>
}

/** @param used the rule already counted for this call */
export function approvalRequirementFor(
  call: Pick<Assessed, 'manifest' | 'given' | 'caller' | 'link' | 'risk' | 'demands' | 'permitted'> &
    Pick<Assessable, 'plan' | 'readText'>,
  { rules, quorums, clock, governance, validator }: RequirementContext,
  used?: Rule,
): ApprovalRequirement {
  const { manifest, given, caller, link, risk, demands, permitted, plan } = call
  const context = { risk: risk.level, hasReadText: call.readText !== undefined }
  const ruled = () => ({
    caller,
    serverId: link.server.id,
    capabilityId: manifest.id,
    manifest,
    given,
    isValidFor: (schema: JsonObject) => validator.isValidFor(schema, given),
    risk: risk.level,
    isAfterText: asksAfterText(manifest, context, governance()),
    hasReadText: context.hasReadText && isTextRuleOn(governance()),
    now: clock.now().getTime(),
  })
  const verdict = rules.matchForCall(ruled, used?.id)
  if (verdict?.effect === 'deny') return { by: 'rule', effect: 'deny', rule: verdict.rule }

  const eachTime = permitted === 'ask' || rules.isDamaged || verdict?.effect === 'ask'
  const demanded = quorumOf({ capabilityId: manifest.id, risk: risk.level, demanded: demands.approvers }, quorums())
  // A chat reply of the AI changes nothing: the owner allowed it by enabling the chat.
  const builtIn =
    demanded === 0 && !eachTime && !isChatSender(caller) ? builtInRuleAbout(manifest, context, governance()) : undefined
  // The catalogue or the provider requires an undo, and this server cannot prepare one: a person decides.
  const isFinal = risk.snapshotRequired === true && plan?.kind === 'none'
  const needed = Math.max(demanded, eachTime || builtIn || isFinal ? 1 : 0)
  if (needed === 0) return { by: 'nobody' }
  if (verdict?.effect === 'allow' && needed === 1 && !eachTime)
    return { by: 'rule', effect: 'allow', rule: verdict.rule }
  return {
    by: 'people',
    needed,
    eachTime,
    ...(verdict?.effect === 'ask' && { rule: verdict.rule }),
    ...(builtIn && { builtIn }),
  }
}

/** Number of people who must agree to an undo. */
export const approversToUndo = (
  { manifest, risk, demands }: Pick<Assessed, 'manifest' | 'risk' | 'demands'>,
  { quorums }: Pick<GatewayDependencies, 'quorums'>,
): number => quorumOf({ capabilityId: manifest.id, risk: risk.level, demanded: demands.approvers }, quorums())
