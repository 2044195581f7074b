/**
 * Accept all: accepts harmless actions with one click, dangerous ones with a second click that names them.
 *
 * Guards invariant 4: no dangerous action is accepted by a click that did not name it.
 */

import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { dangersOf } from '../../ui/review/waiting-order.js'

export interface AcceptAllProps {
  readonly waiting: readonly QuarantinedCapability[]
  readonly busy: boolean
  readonly onAccept: () => void
}

export const AcceptAll = ({ waiting, busy, onAccept }: AcceptAllProps) => {
  const { t } = useTranslation()
  /** The actions at the time of the first click: later ones are not included. */
  const [meant, setMeant] = useState<string>()
  const dangers = dangersOf(waiting)
  const count = waiting.length
  const these = waiting.map(({ fingerprint }) => fingerprint).join()
  if (!dangers || meant !== these) {
    return (
      <Button tone="go" disabled={busy} onClick={dangers ? () => setMeant(these) : onAccept}>
        {t('review.acceptAll', { count })}
        {dangers && '…'}
      </Button>
    )
  }
  const named = [
    dangers.suspicious > 0 && t('review.suspiciousOnes', { count: dangers.suspicious }),
    dangers.critical > 0 && t('review.criticalOnes', { count: dangers.critical }),
    dangers.high > 0 && t('review.highOnes', { count: dangers.high }),
  ].filter((words) => words !== false)
  return (
    <div className="review-sure">
      {/* The keyboard continues from the button that was pressed, and not on the dangerous button. */}
      <Button autoFocus onClick={() => setMeant(undefined)}>
        {t('review.notYet')}
      </Button>
      <Button tone="danger" disabled={busy} onClick={onAccept}>
        {t('review.acceptAllSure', { count, dangers: named.join(t('review.and')) })}
      </Button>
    </div>
  )
}
