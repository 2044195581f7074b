/** Undo button: shown where a call can be undone; opens what undoing it would do, and does nothing by itself. */
import { useTranslation } from 'react-i18next'
import { lookAtUndoing, useUndoable } from '../state/undos.js'
import './undo-button.css'

export const UndoButton = ({ requestId }: { readonly requestId: string | undefined }) => {
  const { t } = useTranslation()
  if (!useUndoable(requestId)) return null
  return (
    <button type="button" className="undo-button" onClick={() => lookAtUndoing(requestId)}>
      {t('undo.undo')}
    </button>
  )
}
