/** Undo note: shows what was just removed, and restores it as long as main keeps it. */

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../buttons/button.js'
import { ErrorNote } from './error-note.js'
import './undo-note.css'

/** Milliseconds that Undo is shown; main keeps the data a little longer. */
const offeredMs = 45_000

export interface UndoNoteProps {
  /** A sentence about what was removed. */
  readonly text: string
  /** Restores it; returns the error when that is not possible. */
  readonly onUndo: () => Promise<Result<unknown>>
  /** Must stay the same function: another one restarts the timer. */
  readonly onDismissed: () => void
}

export const UndoNote = ({ text, onUndo, onDismissed }: UndoNoteProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  useEffect(() => {
    const timer = setTimeout(onDismissed, offeredMs)
    return () => clearTimeout(timer)
  }, [onDismissed])
  const undo = async () => {
    const result = await send(onUndo())
    if (result.ok) onDismissed()
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
      <Button tone="quiet" size="s" icon="close" aria-label={t('undoNote.dismiss')} onClick={onDismissed} />
    </div>
  )
}
