/**
 * Approve label: what the button that says yes is called, and its colour.
 *
 * Guards "the button says what it does": red for what cannot be undone; a critical action is named with its object.
 */
import type { OpenApproval } from '../../../../src-main/contract/approval.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { plainText, speak, type Translate } from '../../../sentences/sentence.js'

export type ApproveTone = 'go' | 'final'

/** What fits into two lines of the button. */
const longestAct = 80

export const toneOf = ({ undo }: Pick<OpenApproval, 'undo'>): ApproveTone => (undo?.possible === false ? 'final' : 'go')

/** "Ban Steve forever"; undefined where it would not fit. */
export const actOf = (question: OpenApproval, t: Translate): string | undefined => {
  const act = plainText(speak(callSentence(question, 'title', question.capabilityName), t))
  return act.length <= longestAct ? act : undefined
}
