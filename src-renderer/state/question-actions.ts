/** Question actions: denies an open question, or opens it in the pop-up. Only the pop-up approves. */

import type { ContractError } from '@contract/generated/error.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import { useCallback } from 'react'
import { attempt } from '../bridge.js'
import { useRequest } from './use-request.js'

export interface QuestionActions {
  readonly busy: boolean
  /** Error of the last action. */
  readonly error: ContractError | undefined
  readonly deny: () => void
  readonly review: () => void
}

export const useQuestionActions = (id: ApprovalId): QuestionActions => {
  const { busy, error, send } = useRequest()
  const deny = useCallback(() => void send(attempt('approvals:decide', { id, decision: 'deny' })), [send, id])
  const review = useCallback(() => void send(attempt('approvals:show', { id })), [send, id])
  return { busy, error, deny, review }
}
