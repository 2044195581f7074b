/** Chain state: whether the audit trail is intact, and what to do when it is not. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { trailState } from '../../state/trail-state.js'
import { Button } from '../../ui/buttons/button.js'
import { Gap } from '../../ui/text/gap.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { fullTime } from '../../ui/time/clock-time.js'

export interface ChainStateProps {
  /** A new value counts the rows again. */
  readonly reading: number
  /** Shows the rows of the day of an instant. */
  readonly onShowDay: (instant: string) => void
}

export const ChainState = ({ reading, onShowDay }: ChainStateProps) => {
  const { t, i18n } = useTranslation()
  const { value: state, status } = trailState.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading is why it asks.
  useEffect(trailState.refresh, [reading])
  if (status === 'failed') return <p className="chain gold">{t('audit.chain.unknown')}</p>
  if (!state) return null
  const { broken, unwritable, verified, rows, crowdedOut, signed } = state
  const brokenAt = broken?.at
  return (
    <>
      {crowdedOut !== undefined && (
        <p className="chain gold" role="alert">
          {t('auditCare.crowdedOut', { at: fullTime(crowdedOut, i18n.language) })}
        </p>
      )}
      {unwritable && (
        <div className="chain redstone" role="alert">
          <Icon name="warning" />
          <div>
            <b>{t('audit.chain.unwritable', { since: fullTime(unwritable.since, i18n.language) })}</b>
            <p>
              {t(`audit.chain.unwritableText.${unwritable.why}`)}
              <Gap />
              {unwritable.lost > 0 && t('audit.chain.lost', { count: unwritable.lost })}
            </p>
            <LongText text={visibleText(unwritable.reason)} limit={200} expandable className="chain-reason" />
          </div>
        </div>
      )}
      {broken && (
        <div className="chain redstone" role="alert">
          <Icon name="warning" />
          <div>
            <b>{t('audit.chain.broken', { sequence: broken.sequence })}</b>
            <Gap />
            {t(`audit.chain.damage.${broken.what}`)}
            <p>
              {broken.foundAt !== undefined && (
                <>
                  {t('audit.chain.foundAt', { at: fullTime(broken.foundAt, i18n.language) })}
                  <Gap />
                </>
              )}
              {t('audit.chain.brokenText')}
            </p>
            {brokenAt !== undefined && (
              <Button size="s" onClick={() => onShowDay(brokenAt)}>
                {t('auditCare.showBroken', { at: fullTime(brokenAt, i18n.language) })}
              </Button>
            )}
          </div>
        </div>
      )}
      {!broken && !unwritable && (
        <div className="chain" role="status">
          <Icon name={verified.whole ? 'done' : 'search'} size={14} className={verified.whole ? 'tone-go' : ''} />
          {verified.whole
            ? t('audit.chain.whole', { rows })
            : t('audit.chain.checking', { until: verified.until, rows })}
          {!signed && ` ${t('auditCare.unsigned')}`}
        </div>
      )}
    </>
  )
}
