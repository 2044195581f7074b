/** Answers: what the window may do about an open question: deny it, or have the pop-up show it. Approving is the pop-up's alone. */
import { useCallback, useState } from 'react'
import type { ApprovalId } from '../../src-main/contract/approval.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt, type Result } from '../bridge.js'

export interface Answers {
  readonly busy: boolean
  /** What went wrong with the last of them. */
  readonly error: ContractError | undefined
  readonly deny: () => void
  readonly review: () => void
}

export const useAnswers = (id: ApprovalId): Answers => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()

  const run = useCallback(async (act: () => Promise<Result<null>>) => {
    setBusy(true)
    const result = await act()
    setError(result.ok ? undefined : result.error)
    setBusy(false)
  }, [])

  const deny = useCallback(() => void run(() => attempt('approvals:decide', { id, decision: 'deny' })), [run, id])
  const review = useCallback(() => void run(() => attempt('approvals:show', { id })), [run, id])
  return { busy, error, deny, review }
}
