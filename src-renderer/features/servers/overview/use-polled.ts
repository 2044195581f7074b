/** Use polled: what the program says, requested again and again while it is shown. */

import type { ContractError } from '@contract/generated/error.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '../../../bridge.js'

export interface Polled<T> {
  /** Undefined until it was read once; the last value while it cannot be read. */
  readonly value: T | undefined
  readonly error: ContractError | undefined
  /** Requests it now. */
  readonly read: () => Promise<void>
}

/**
 * @param request the same function while the same is requested
 * @param everyMs undefined while it is requested once only
 */
export const usePolled = <T>(request: () => Promise<Result<T>>, everyMs: number | undefined): Polled<T> => {
  const [value, setValue] = useState<T>()
  const [error, setError] = useState<ContractError>()
  const latest = useRef(0)
  const read = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const result = await request()
    if (mine !== latest.current) return
    setError(result.ok ? undefined : result.error)
    // The same lines must not be drawn again every second.
    if (result.ok)
      setValue((before) => (JSON.stringify(before) === JSON.stringify(result.value) ? before : result.value))
  }, [request])
  useEffect(() => {
    void read()
    const timer = everyMs === undefined ? undefined : setInterval(() => void read(), everyMs)
    return () => {
      latest.current += 1
      clearInterval(timer)
    }
  }, [read, everyMs])
  return { value, error, read }
}
