/** Question body: what would happen, in a sentence, and everything needed for the decision. */

import type { AnswerScope, OpenApproval } from '@shared/approvals/approval.js'
import { type Ref, useMemo } from 'react'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { describeRequest, maxWordLength, QuestionFacts } from '../question-facts.js'

export interface QuestionBodyProps {
  readonly question: OpenApproval
  readonly scope: AnswerScope
  readonly heading: Ref<HTMLHeadingElement>
}

export const QuestionBody = ({ question, scope, heading }: QuestionBodyProps) => {
  const { sentence, change } = useMemo(() => describeRequest(question), [question])
  return (
    <>
      <h1 id="question" tabIndex={-1} ref={heading}>
        <SentenceText sentence={sentence} limit={maxWordLength} expandable ticks={change === undefined} />
      </h1>
      <QuestionFacts question={question} sentence={sentence} change={change} scope={scope} />
    </>
  )
}
