/**
 * Decision: sends the decision on one question, once, and keeps its error.
 *
 * Guards invariant 2: while a decision is being sent no other button works, and a failed decision is shown.
 */

import type { ContractError } from '@contract/generated/error.js'
import type { AnswerScope, Decision, OpenApproval } from '@shared/approvals/approval.js'
import { useCallback, useState } from 'react'
import { attempt } from '../../../bridge.js'

export interface FailedDecision {
  readonly question: OpenApproval
  readonly decision: Decision
  readonly error: ContractError
}

/** The parameters of an approval. */
export interface DecisionScope extends Partial<AnswerScope> {
  readonly typed?: string
}

export interface DecisionState {
  readonly deciding: boolean
  readonly answered: ReadonlySet<string>
  readonly failed: FailedDecision | undefined
  readonly decide: (question: OpenApproval, decision: Decision, reach?: DecisionScope) => Promise<void>
  /** The same answer to several; those it does not count for stay open. */
  readonly decideAll: (questions: readonly OpenApproval[], decision: Decision) => Promise<void>
  readonly forget: () => void
}

export const useDecision = (): DecisionState => {
  const [deciding, setDeciding] = useState(false)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<FailedDecision>()

  const decide = useCallback(async (question: OpenApproval, decision: Decision, reach: DecisionScope = {}) => {
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
    const send = result.ok ? result.value : []
    const errors = new Map(send.map(({ id, error }) => [id, error]))
    setAnswered((before) => new Set([...before, ...send.filter(({ error }) => !error).map(({ id }) => id)]))
    const question = result.ok ? questions.find(({ id }) => errors.get(id) !== undefined) : questions[0]
    const error = result.ok ? question && errors.get(question.id) : result.error
    if (question && error) setFailed({ question, decision, error })
    setDeciding(false)
  }, [])

  const forget = useCallback(() => setFailed(undefined), [])
  return { deciding, answered, failed, decide, decideAll, forget }
}
