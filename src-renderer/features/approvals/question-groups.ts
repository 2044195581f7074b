/**
 * Question groups: questions of one client about one capability, which may be answered together.
 *
 * Guards invariants 2 and 3: together a yes goes only to what a sentence tells whole, and never to what is critical, must be typed or
 * needs a second person. A no may always go to all.
 */
import type { OpenApproval } from '../../../src-main/contract/approval.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { fits } from '../../sentences/sentence.js'

/** As many as a person can be asked to have read at one press. */
export const mostTogether = 10
/** Characters shown of each word in the list. */
export const longestListedWord = 80

export interface QuestionGroup {
  readonly key: string
  /** The oldest first. */
  readonly questions: readonly OpenApproval[]
  /** A yes to all of them at one press is offered. */
  readonly mayApprove: boolean
}

const mayApproveListed = (question: OpenApproval): boolean => {
  const { risk, mustType, needed, agreed } = question
  if (risk === 'critical' || mustType !== undefined || needed - agreed.length > 1) return false
  const sentence = callSentence(question, 'question', question.capabilityName)
  return sentence.complete && fits(sentence, longestListedWord)
}

/** In the order of their oldest question. @param queue oldest first. */
export const groupsOf = (queue: readonly OpenApproval[]): readonly QuestionGroup[] => {
  const groups = new Map<string, OpenApproval[]>()
  for (const question of queue) {
    const key = `${question.group} ${question.server.id}`
    groups.set(key, [...(groups.get(key) ?? []), question])
  }
  return [...groups].map(([key, questions]) => ({
    key,
    questions,
    mayApprove: questions.length > 1 && questions.length <= mostTogether && questions.every(mayApproveListed),
  }))
}
