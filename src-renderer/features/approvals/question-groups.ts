/**
 * Question groups: questions of one client about one capability, which can be answered together.
 *
 * Guards invariants 2 and 3: a group approval covers only calls whose sentence shows every argument, and never a call that
 * is critical, needs a typed confirmation or needs a second person. What stream-safe mode hides is not shown. A denial
 * may cover all.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import { everyMark } from '@shared/features/stream-mark.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { fits } from '../../sentences/sentence.js'

/** Maximum number of questions that one click may decide. */
export const maxTogether = 10
/** Characters shown of each word in the list. */
export const maxListedWordLength = 80

export interface QuestionGroup {
  readonly key: string
  /** The oldest first. */
  readonly questions: readonly OpenApproval[]
  /** Whether one press may approve all of them. */
  readonly mayApprove: boolean
}

const mayApproveListed = (question: OpenApproval): boolean => {
  const { risk, mustType, needed, agreed, arguments: given } = question
  if (risk === 'critical' || mustType !== undefined || needed - agreed.length > 1) return false
  if (everyMark().test(JSON.stringify(given))) return false
  const sentence = callSentence(question, 'question', question.capabilityName)
  return sentence.complete && fits(sentence, maxListedWordLength)
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
    mayApprove: questions.length > 1 && questions.length <= maxTogether && questions.every(mayApproveListed),
  }))
}
