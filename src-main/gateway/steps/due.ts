/**
 * Due: whose answer a call needs. Nobody's, that of people, or the one that a person has left behind as a rule.
 *
 * Guards invariant 2: a rule that allows takes the place of one person, never of several, never where the owner wants to
 * be asked each time, and none counts while some cannot be read.
 */
import type { BuiltInRuleId } from '../../contract/built-in-rule.js'
import type { JsonObject } from '../../contract/call.js'
import { isChatSender } from '../../contract/chat.js'
import type { Rule } from '../../contract/rule.js'
import { builtInRuleAbout } from '../../policy/posture.js'
import { quorumOf } from '../../policy/quorum.js'
import { argumentsHashOf, manifestHashOf } from '../fingerprint.js'
import type { Validator } from '../ports.js'
import type { Assessed, Gatehouse } from './call-stages.js'

export type Due =
  | { readonly by: 'nobody' }
  | { readonly by: 'rule'; readonly effect: 'allow' | 'deny'; readonly rule: Rule }
  | {
      readonly by: 'people'
      readonly needed: number
      /** No answer reaches further than this call. */
      readonly eachTime: boolean
      /** The rule that has it asked. */
      readonly rule?: Rule
      /** The built-in rule without which nobody would be asked. */
      readonly builtIn?: BuiltInRuleId
    }

/** What decides whose answer a call needs. */
export interface Deciding extends Pick<Gatehouse, 'rules' | 'quorums' | 'clock' | 'governance'> {
  readonly validator: Pick<Validator, 'isValidFor'>
}

/** @param used the rule that this call has used already */
export function dueFor(
  call: Pick<Assessed, 'manifest' | 'given' | 'caller' | 'link' | 'risk' | 'demands' | 'permitted'>,
  { rules, quorums, clock, governance, validator }: Deciding,
  used?: Rule,
): Due {
  const { manifest, given, caller, link, risk, demands, permitted } = call
  const ruled = () => ({
    caller,
    serverId: link.server.id,
    capabilityId: manifest.id,
    manifest: manifestHashOf(manifest),
    argumentsHash: argumentsHashOf(given),
    isValidFor: (schema: JsonObject) => validator.isValidFor(schema, given),
    risk: risk.level,
    now: clock.now().getTime(),
  })
  const verdict = rules.verdictOn(ruled, used?.id)
  if (verdict?.effect === 'deny') return { by: 'rule', effect: 'deny', rule: verdict.rule }

  const eachTime = permitted === 'ask' || rules.isDamaged || verdict?.effect === 'ask'
  const demanded = quorumOf({ capabilityId: manifest.id, risk: risk.level, demanded: demands.approvers }, quorums())
  // What the AI says in chat answers a player and changes nothing: the owner allowed it when they turned the chat on.
  const builtIn =
    demanded === 0 && !eachTime && !isChatSender(caller) ? builtInRuleAbout(manifest, governance()) : undefined
  const needed = Math.max(demanded, eachTime || builtIn ? 1 : 0)
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

/** People who must agree to an undo. */
export const neededToUndo = (
  { manifest, risk, demands }: Pick<Assessed, 'manifest' | 'risk' | 'demands'>,
  { quorums }: Pick<Gatehouse, 'quorums'>,
): number => quorumOf({ capabilityId: manifest.id, risk: risk.level, demanded: demands.approvers }, quorums())
