/**
 * Decision: sends the answer to one question, once, and keeps what went wrong with it.
 *
 * Guards invariant 2: while an answer is on its way nothing else can be pressed, and an answer that failed is said, not hidden.
 */
import { useCallback, useState } from 'react'
import type { AnswerScope, Decision, OpenApproval } from '../../../../src-main/contract/approval.js'
import type { ContractError } from '../../../../src-main/contract/generated/error.js'
import { attempt } from '../../../bridge.js'

export interface FailedDecision {
  readonly question: OpenApproval
  readonly decision: Decision
  readonly error: ContractError
}

/** What a yes carries beyond the yes. */
export interface Reach extends Partial<AnswerScope> {
  readonly typed?: string
}

export interface DecisionState {
  readonly deciding: boolean
  readonly answered: ReadonlySet<string>
  readonly failed: FailedDecision | undefined
  readonly decide: (question: OpenApproval, decision: Decision, reach?: Reach) => Promise<void>
  /** The same answer to several; those it does not count for stay open. */
  readonly decideAll: (questions: readonly OpenApproval[], decision: Decision) => Promise<void>
  readonly forget: () => void
}

export const useDecision = (): DecisionState => {
  const [deciding, setDeciding] = useState(false)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<FailedDecision>()

  const decide = useCallback(async (question: OpenApproval, decision: Decision, reach: Reach = {}) => {
    setDeciding(true)
    setFailed(undefined)
    const result = await attempt('approvals:decide', { id: question.id, decision, ...reach })
    if (result.ok) setAnswered((before) => new Set(before).add(question.id))
    else setFailed({ question, decision, error: result.error })
    setDeciding(false)
  }, [])

  const decideAll = useCallback(async (questions: readonly OpenApproval[], decision: Decision) => {
    setDeciding(true)
    setFailed(undefined)
    const result = await attempt('approvals:decideMany', { ids: questions.map(({ id }) => id), decision })
    const answers = result.ok ? result.value : []
    const errors = new Map(answers.map(({ id, error }) => [id, error]))
    setAnswered((before) => new Set([...before, ...answers.filter(({ error }) => !error).map(({ id }) => id)]))
    const question = result.ok ? questions.find(({ id }) => errors.get(id) !== undefined) : questions[0]
    const error = result.ok ? question && errors.get(question.id) : result.error
    if (question && error) setFailed({ question, decision, error })
    setDeciding(false)
  }, [])

  const forget = useCallback(() => setFailed(undefined), [])
  return { deciding, answered, failed, decide, decideAll, forget }
}
