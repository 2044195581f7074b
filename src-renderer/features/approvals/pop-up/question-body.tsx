/** Question body: what would happen, in a sentence, and all there is to know before an answer. */
import { type Ref, useMemo } from 'react'
import type { AnswerScope, OpenApproval } from '../../../../src-main/contract/approval.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { longestWord, QuestionFacts, toldQuestion } from '../question-facts.js'

export interface QuestionBodyProps {
  readonly question: OpenApproval
  readonly scope: AnswerScope
  readonly heading: Ref<HTMLHeadingElement>
}

export const QuestionBody = ({ question, scope, heading }: QuestionBodyProps) => {
  const { sentence, change } = useMemo(() => toldQuestion(question), [question])
  return (
    <>
      <h1 id="question" tabIndex={-1} ref={heading}>
        <SentenceText sentence={sentence} limit={longestWord} expandable ticks={change === undefined} />
      </h1>
      <QuestionFacts question={question} sentence={sentence} change={change} scope={scope} />
    </>
  )
}
