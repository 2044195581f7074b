/** Use trial: tests a connection and holds the result. A result of an earlier test is dropped. */

import type { ContractError } from '@contract/generated/error.js'
import type { ServerTrial, ServerTrialResult } from '@shared/servers/server-care.js'
import { useRef, useState } from 'react'
import { attempt } from '../../bridge.js'

export interface Trial {
  readonly busy: boolean
  readonly result: ServerTrialResult | undefined
  /** Why nothing could be tried. */
  readonly error: ContractError | undefined
  /** Resolves to the result; undefined when nothing could be tried, or another test began. */
  readonly run: (trial: ServerTrial) => Promise<ServerTrialResult | undefined>
  readonly forget: () => void
}

interface TrialState {
  readonly busy: boolean
  readonly result?: ServerTrialResult
  readonly error?: ContractError
}

export const useTrial = (): Trial => {
  const [stand, setStand] = useState<TrialState>({ busy: false })
  const latest = useRef(0)
  return {
    busy: stand.busy,
    result: stand.result,
    error: stand.error,
    run: async (trial) => {
      latest.current += 1
      const mine = latest.current
      setStand({ busy: true })
      const answer = await attempt('servers:test', trial)
      if (mine !== latest.current) return undefined
      setStand({ busy: false, ...(answer.ok ? { result: answer.value } : { error: answer.error }) })
      return answer.ok ? answer.value : undefined
    },
    forget: () => {
      latest.current += 1
      setStand({ busy: false })
    },
  }
}
