/** Removed note: says that a server was removed, and takes it back for as long as the shell remembers it. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { goTo } from '../../state/place.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { visibleText } from '../../ui/visible-text.js'

/** Milliseconds that the way back is offered; the shell remembers it a little longer. */
const offeredMs = 45_000

export interface Removed {
  readonly id: string
  readonly name: string
}

export const RemovedNote = ({ removed, onGone }: { readonly removed: Removed; readonly onGone: () => void }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  useEffect(() => {
    const timer = setTimeout(onGone, offeredMs)
    return () => clearTimeout(timer)
  }, [onGone])
  const restore = async () => {
    setBusy(true)
    const result = await attempt('servers:restore', { id: removed.id })
    setBusy(false)
    if (!result.ok) return setError(result.error)
    onGone()
    goTo({ screen: 'servers', about: result.value.id })
  }
  return (
    <div className="removed-note">
      <p role="status">{t('serverCare.removed', { name: visibleText(removed.name) })}</p>
      {error ? (
        <ErrorNote error={error} quiet />
      ) : (
        <Button size="s" icon="undo" autoFocus disabled={busy} onClick={() => void restore()}>
          {t('serverCare.undoRemoval')}
        </Button>
      )}
      <Button tone="quiet" size="s" icon="close" aria-label={t('serverCare.dismiss')} onClick={onGone} />
    </div>
  )
}
