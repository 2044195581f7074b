/**
 * Authorise: the caller has the role and every permission that the manifest names, on this server. See
 * docs/protocol.md#calls-permissions.
 *
 * Looked at again right before the call runs: what a person takes away meanwhile is gone.
 */
import { type Ended, end } from '../call-path.js'
import { judgeOffer, refusalOf } from '../rights.js'
import type { Authorised, Gatehouse, Validated } from './call-stages.js'

export function authorise(call: Validated, { rightsOf }: Pick<Gatehouse, 'rightsOf'>): Authorised | Ended {
  // Who may undo sits where rights are given.
  if (call.undoing) return { ...call, permitted: 'allow' }
  const verdict = judgeOffer(rightsOf(call.caller), call)
  if (!verdict.may) return end({ kind: 'failed', error: refusalOf(verdict, call, call.caller) })
  return { ...call, permitted: verdict.permitted }
}
