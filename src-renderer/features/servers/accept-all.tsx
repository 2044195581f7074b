/**
 * Accept all: one click for what is harmless, a second one that says what is among it for what is not.
 *
 * Guards invariant 4 on the screen: nothing dangerous is accepted by a click that did not name it.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuarantinedCapability } from '../../../src-main/contract/quarantine.js'
import { Button } from '../../ui/button.js'
import { dangersIn } from '../../ui/review/waiting-order.js'

export interface AcceptAllProps {
  readonly waiting: readonly QuarantinedCapability[]
  readonly busy: boolean
  readonly onAccept: () => void
}

export const AcceptAll = ({ waiting, busy, onAccept }: AcceptAllProps) => {
  const { t } = useTranslation()
  /** What stood there when the first click came: what comes later was not meant. */
  const [meant, setMeant] = useState<string>()
  const dangers = dangersIn(waiting)
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
      {/* The keyboard goes on from the button that was pressed, and not on the dangerous answer. */}
      <Button autoFocus onClick={() => setMeant(undefined)}>
        {t('review.notYet')}
      </Button>
      <Button tone="danger" disabled={busy} onClick={onAccept}>
        {t('review.acceptAllSure', { count, dangers: named.join(t('review.and')) })}
      </Button>
    </div>
  )
}
