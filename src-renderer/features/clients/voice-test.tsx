/** Voice test: how the test of an address ended, in a sentence. */

import type { ReactNode } from 'react'
import { StatusDot } from '../../ui/names/status-dot.js'

export interface TestResultProps {
  readonly works: boolean
  readonly text: string
  readonly reason?: string | undefined
}

export const TestResult = ({ works, text, reason }: TestResultProps): ReactNode => (
  <p className="voice-state" role="status">
    <StatusDot silent state={works ? 'online' : 'offline'} />
    <span>
      {text}
      {reason !== undefined && <span className="mono"> ({reason})</span>}
    </span>
  </p>
)
