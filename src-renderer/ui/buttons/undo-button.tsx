/** Undo button: shown for a call that can be undone; opens the preview. It names what undoes the call, such as Unban. */
import { useTranslation } from 'react-i18next'
import { openUndoDialog, useUndoable } from '../../state/undos.js'
import './undo-button.css'

export interface UndoButtonProps {
  readonly requestId: string | undefined
  /** The action that undoes the call, where it is known. */
  readonly by?: string
}

export const UndoButton = ({ requestId, by = '' }: UndoButtonProps) => {
  const { t, i18n } = useTranslation()
  if (!useUndoable(requestId)) return null
  const own = `undo.by.${by.replaceAll('.', '_')}`
  return (
    <button type="button" className="undo-button" onClick={() => openUndoDialog(requestId)}>
      {t(i18n.exists(own) ? own : 'undo.undo')}
    </button>
  )
}
