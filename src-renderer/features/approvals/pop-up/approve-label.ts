/**
 * Approve label: the text and colour of the Approve button.
 *
 * Guards "the button says everything it allows": red for what cannot be undone, amber for any use of a dangerous action. A
 * critical action is named with its object.
 */

import { coverageOf, isBroad } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, Duration, OpenApproval } from '@shared/approvals/approval.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { anyValuesSentence, coverageSentence } from '../../../sentences/coverage-sentence.js'
import {
  claimedName,
  own,
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
/** Maximum characters of four lines of the full width. */
const maxCoverageLength = 180
/** A longer name of a client becomes "it". */
const maxClientLength = 16

export const toneOf = (question: OpenApproval, scope: AnswerScope): ApproveTone => {
  if (isBroad(scope, question)) return 'broad'
  return question.undo?.possible === false ? 'final' : 'go'
}

const spoken = (sentence: Sentence, t: Translate): string => plainText(sentenceParts(sentence, t))

/** "Ban Steve forever"; undefined where it would not fit. */
export const shortActionTitle = (question: OpenApproval, t: Translate): string | undefined => {
  const act = spoken(callSentence(question, 'title', question.capabilityName), t)
  return act.length <= maxActLength ? act : undefined
}

const durationKey = (duration: Duration, client: string): string =>
  duration === 'session' && client.length > maxClientLength ? 'sessionOfLongName' : duration

/** "Until Cursor disconnects" @param client as it is called on the screen */
export const durationSentence = (duration: Duration, client: string): Sentence => ({
  key: `scope.durations.${durationKey(duration, client)}`,
  values: { client: claimedName(client) },
  complete: true,
})

const coverageIn = (question: OpenApproval, scope: AnswerScope, t: Translate): SentenceValue => {
  const sentence = coverageSentence(coverageOf(scope, question), question.capabilityId, question.capabilityName)
  return spoken(sentence, t).length <= maxCoverageLength ? { kind: 'sentence', sentence } : own('scope.chosen')
}

/**
 * "Approve and allow oak planks up to 16 blocks each way from 12 64 −8 for 15 min"
 *
 * @param isArmed it was pressed once and needs a second press
 */
export const approveLabel = (
  question: OpenApproval,
  scope: AnswerScope,
  client: string,
  isArmed: boolean,
  t: Translate,
): string => {
  if (scope.duration === 'once') {
    return (question.risk === 'critical' ? shortActionTitle(question, t) : undefined) ?? t('approval.approveOnce')
  }
  const sentence: Sentence = {
    key: `scope.${isArmed ? 'confirm' : 'approve'}.${durationKey(scope.duration, client)}`,
    values: { what: coverageIn(question, scope, t), client: claimedName(client) },
    complete: true,
  }
  return spoken(sentence, t)
}

/** The sentence with the consequence of a broad answer. */
export const consequenceSentence = (question: OpenApproval, client: string): Sentence => ({
  key: 'scope.consequence',
  values: {
    client: claimedName(client),
    what: { kind: 'sentence', sentence: anyValuesSentence(question.capabilityId, question.capabilityName) },
    server: serverValue(question.server),
  },
  complete: true,
})
