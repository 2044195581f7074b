/** Review actions: accepts, rejects and reconsiders the shown action, by its fingerprint (invariant 4). */

import type { ContractError } from '@contract/generated/error.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { attempt } from '../bridge.js'
import { useRequest } from './use-request.js'

export type ReviewAct = 'accept' | 'reject' | 'reconsider'

export interface ReviewActions {
  readonly busy: boolean
  /** Error of the last action. */
  readonly error: ContractError | undefined
  /** Resolves to whether it was done. */
  readonly decide: (act: ReviewAct, some: readonly QuarantinedCapability[]) => Promise<boolean>
}

export const useReviewActions = (serverId: string): ReviewActions => {
  const { busy, error, send } = useRequest()
  const decide = async (act: ReviewAct, some: readonly QuarantinedCapability[]): Promise<boolean> => {
    const capabilities = some.map(({ id, fingerprint }) => ({ id, fingerprint }))
    const result = await send(attempt(`servers:${act}`, { id: serverId, capabilities }))
    return result.ok
  }
  return { busy, error, decide }
}
