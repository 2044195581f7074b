/** Undo note: says what was just taken away, and takes it back for as long as the shell remembers it. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { Button } from './button.js'
import { ErrorNote } from './error-note.js'
import './undo-note.css'

/** Milliseconds that the way back is offered; the shell remembers it a little longer. */
const offeredMs = 45_000

export interface UndoNoteProps {
  /** What was taken away, in a sentence. */
  readonly text: string
  /** Takes it back; says why where it cannot be. */
  readonly onUndo: () => Promise<ContractError | undefined>
  /** Must stay the same function: the time begins anew with another. */
  readonly onGone: () => void
}

export const UndoNote = ({ text, onUndo, onGone }: UndoNoteProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  useEffect(() => {
    const timer = setTimeout(onGone, offeredMs)
    return () => clearTimeout(timer)
  }, [onGone])
  const undo = async () => {
    setBusy(true)
    const problem = await onUndo()
    setBusy(false)
    if (problem) setError(problem)
    else onGone()
  }
  return (
    <div className="undo-note">
      <p role="status">{text}</p>
      {error ? (
        <ErrorNote error={error} quiet />
      ) : (
        <Button size="s" icon="undo" autoFocus disabled={busy} onClick={() => void undo()}>
          {t('undoNote.undo')}
        </Button>
      )}
      <Button tone="quiet" size="s" icon="close" aria-label={t('undoNote.dismiss')} onClick={onGone} />
    </div>
  )
}
