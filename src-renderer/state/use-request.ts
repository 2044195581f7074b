/** Use request: sends a request of a screen, and holds its running state and last error. */

import type { ContractError } from '@contract/generated/error.js'
import { useCallback, useState } from 'react'
import type { Result } from '../bridge.js'

export interface RequestState {
  /** Whether any request is running. */
  readonly busy: boolean
  /** Of the last request; absent once one succeeded. */
  readonly error: ContractError | undefined
  /**
   * @param sent what `attempt` returned
   * @param isStale whether a newer request replaced it, so that its error does not count
   */
  readonly send: <T>(sent: Promise<Result<T>>, isStale?: () => boolean) => Promise<Result<T>>
  /** Clears the error. */
  readonly reset: () => void
}

export const useRequest = (): RequestState => {
  const [running, setRunning] = useState(0)
  const [error, setError] = useState<ContractError>()
  const send = useCallback(async <T>(sent: Promise<Result<T>>, isStale?: () => boolean): Promise<Result<T>> => {
    setRunning((count) => count + 1)
    try {
      const result = await sent
      if (!isStale?.()) setError(result.ok ? undefined : result.error)
      return result
    } finally {
      setRunning((count) => count - 1)
    }
  }, [])
  const reset = useCallback(() => setError(undefined), [])
  return { busy: running > 0, error, send, reset }
}
