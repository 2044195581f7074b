/** Confirm: asks before something is removed or made less safe. The initial focus is on the safe choice. */

import type { ContractError } from '@contract/generated/error.js'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.js'
import { ErrorNote } from '../messages/error-note.js'
import './confirm.css'

export interface ConfirmProps {
  readonly question: string
  readonly text: string
  /** Label of the safe choice. */
  readonly keep: string
  /** Label of the other. */
  readonly act: string
  readonly busy?: boolean
  readonly error?: ContractError | undefined
  readonly onKeep: () => void
  readonly onAct: () => void
  /** What stands below the text. */
  readonly children?: ReactNode
}

export const Confirm = ({ question, text, keep, act, busy, error, onKeep, onAct, children }: ConfirmProps) => (
  <div className="confirm" role="alertdialog" aria-label={question}>
    <div>
      <b>{question}</b>
      <p>{text}</p>
      {children}
      {error && <ErrorNote error={error} />}
    </div>
    <Button size="s" autoFocus onClick={onKeep}>
      {keep}
    </Button>
    <Button size="s" tone="danger" disabled={busy} onClick={onAct}>
      {act}
    </Button>
  </div>
)
