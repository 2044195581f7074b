/** Undo button: shown for a call that can be undone; opens the preview. */
import { useTranslation } from 'react-i18next'
import { openUndoDialog, useUndoable } from '../../state/undos.js'
import './undo-button.css'

export const UndoButton = ({ requestId }: { readonly requestId: string | undefined }) => {
  const { t } = useTranslation()
  if (!useUndoable(requestId)) return null
  return (
    <button type="button" className="undo-button" onClick={() => openUndoDialog(requestId)}>
      {t('undo.undo')}
    </button>
  )
}
