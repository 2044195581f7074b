/** Review actions: accepting, rejecting and reconsidering what a person has before their eyes, by its fingerprint (invariant 4). */
import { useState } from 'react'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import type { QuarantinedCapability } from '../../src-main/contract/quarantine.js'
import { attempt } from '../bridge.js'

export type ReviewAct = 'accept' | 'reject' | 'reconsider'

export interface ReviewActions {
  readonly busy: boolean
  /** What went wrong with the last of them. */
  readonly error: ContractError | undefined
  /** Resolves to whether it was done. */
  readonly decide: (act: ReviewAct, some: readonly QuarantinedCapability[]) => Promise<boolean>
}

export const useReviewActions = (serverId: string): ReviewActions => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const decide = async (act: ReviewAct, some: readonly QuarantinedCapability[]): Promise<boolean> => {
    setBusy(true)
    const capabilities = some.map(({ id, fingerprint }) => ({ id, fingerprint }))
    const result = await attempt(`servers:${act}`, { id: serverId, capabilities })
    setBusy(false)
    setError(result.ok ? undefined : result.error)
    return result.ok
  }
  return { busy, error, decide }
}
