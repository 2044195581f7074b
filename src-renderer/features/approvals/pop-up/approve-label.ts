/**
 * Approve label: the text and colour of the Approve button, and the words of the control above it.
 *
 * Guards "the answer says everything it allows": the control says what and how long, the button how long. Red is what is
 * critical or cannot be undone, amber any use of a dangerous action. A critical action is named with its object.
 */

import { coverageOf, isBroad } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { isBuild } from '@shared/build/build-preview.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { coverageSentence } from '../../../sentences/coverage-sentence.js'
import {
  claimedName,
  plainText,
  type Sentence,
  type SentenceValue,
  sentenceParts,
  serverValue,
  type Translate,
} from '../../../sentences/sentence.js'

export type ApproveTone = 'go' | 'final' | 'broad'

/** Maximum characters of two lines of the button. */
const maxActLength = 80

export const toneOf = (question: OpenApproval, scope: AnswerScope): ApproveTone => {
  if (isBroad(scope, question)) return 'broad'
  return question.risk === 'critical' || question.undo?.possible === false ? 'final' : 'go'
}

/** "Ban Steve forever"; undefined where it would not fit. */
export const shortActionTitle = (question: OpenApproval, t: Translate): string | undefined => {
  const act = plainText(sentenceParts(callSentence(question, 'title', question.capabilityName), t))
  return act.length <= maxActLength ? act : undefined
}

const coverageIn = (question: OpenApproval, scope: AnswerScope): SentenceValue => ({
  kind: 'sentence',
  sentence: coverageSentence(coverageOf(scope, question), question.capabilityId, question.capabilityName),
})

/** "Oak Planks, up to 16 blocks each way from 12 64 −8 in world, 15 min" */
export const allowedSentence = (question: OpenApproval, scope: AnswerScope): Sentence => ({
  key: `scope.allowed.${scope.duration}`,
  values: { what: coverageIn(question, scope) },
  complete: true,
})

/** "Approve for 15 min" @param isArmed it was pressed once and needs a second press */
export const approveLabel = (question: OpenApproval, scope: AnswerScope, isArmed: boolean, t: Translate): string => {
  if (isArmed) return t('scope.confirm')
  if (scope.duration !== 'once') return t(`scope.approve.${scope.duration}`)
  if (isBuild(question.capabilityId)) return t('building.approve')
  return (question.risk === 'critical' ? shortActionTitle(question, t) : undefined) ?? t('approval.approveOnce')
}

/** The sentence with the consequence of an answer that lasts. */
export const consequenceSentence = (question: OpenApproval, scope: AnswerScope, client: string): Sentence => ({
  key: 'scope.consequence',
  values: {
    client: claimedName(client),
    what: coverageIn(question, scope),
    server: serverValue(question.server),
  },
  complete: true,
})
