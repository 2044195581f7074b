/** Away strip: what AI did since the window was last looked at. Looks are reported to main, which counts. */

import type { Absence } from '@shared/trail/live.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/buttons/button.js'
import { Gap } from '../../ui/text/gap.js'
import { Icon } from '../../ui/theme/icon.js'
import { useNow } from '../../ui/time/clock.js'
import { endTime } from '../../ui/time/clock-time.js'

/** Milliseconds between two reports of a person who is here. */
const reportEveryMs = 60_000
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Reports that the owner is here, and keeps what they missed. */
export const useAbsence = (): readonly [Absence | null, () => void] => {
  const [absence, setAbsence] = useState<Absence | null>(null)
  useEffect(() => {
    let reportedAt = Number.NEGATIVE_INFINITY
    const report = () => {
      if (document.visibilityState !== 'visible' || performance.now() - reportedAt < reportEveryMs) return
      reportedAt = performance.now()
      void attempt('away:look').then((missed) => missed.ok && missed.value && setAbsence(missed.value))
    }
    if (document.hasFocus()) report()
    window.addEventListener('focus', report)
    for (const sign of signs) document.addEventListener(sign, report, { passive: true })
    return () => {
      window.removeEventListener('focus', report)
      for (const sign of signs) document.removeEventListener(sign, report)
    }
  }, [])
  const dismiss = () => {
    setAbsence(null)
    void attempt('away:dismiss')
  }
  return [absence, dismiss]
}

const counted = ['done', 'failed', 'denied', 'expired', 'undoable'] as const

export interface AwayStripProps {
  readonly absence: Absence
  readonly onShow: () => void
  readonly onDismiss: () => void
}

export const AwayStrip = ({ absence, onShow, onDismiss }: AwayStripProps) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const counts = counted.filter((name) => absence[name] > 0).map((name) => t(`away.${name}`, { count: absence[name] }))
  return (
    <section className="away" aria-label={t('away.title')}>
      <Icon name="history" />
      <p>
        <b>{t('away.title')}</b>
        <Gap />
        {t('away.since', { time: endTime(absence.since, now, i18n.language) })}
        <Gap />
        {counts.join(t('away.and'))}
      </p>
      <Button size="s" tone="quiet" onClick={onShow}>
        {t('away.show')}
      </Button>
      <Button
        size="s"
        tone="quiet"
        icon="close"
        aria-label={t('away.dismiss')}
        title={t('away.dismiss')}
        onClick={onDismiss}
      />
    </section>
  )
}
