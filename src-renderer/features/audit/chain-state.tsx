/** Chain state: whether the trail is as it was written, and what to do when it is not. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { trailState } from '../../state/trail-state.js'
import { fullTime } from '../../ui/clock-time.js'
import { Icon } from '../../ui/icon.js'
import { LongText } from '../../ui/long-text.js'
import { visibleText } from '../../ui/visible-text.js'

/** @param reading a new value counts the rows again. */
export const ChainState = ({ reading }: { readonly reading: number }) => {
  const { t, i18n } = useTranslation()
  const { value: state, status } = trailState.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading is why it asks.
  useEffect(trailState.refresh, [reading])
  if (status === 'failed') return <p className="chain gold">{t('audit.chain.unknown')}</p>
  if (!state) return null
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const { broken, unwritable, verified, rows } = state
  return (
    <>
      {unwritable && (
        <div className="chain redstone" role="alert">
          <Icon name="warning" />
          <div>
            <b>{t('audit.chain.unwritable', { since: fullTime(unwritable.since, i18n.language) })}</b>
            <p>
              {t('audit.chain.unwritableText')}{' '}
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
            <b>{t('audit.chain.broken', { sequence: number(broken.sequence) })}</b>{' '}
            {t(`audit.chain.damage.${broken.what}`)}
            <p>
              {broken.foundAt !== undefined &&
                `${t('audit.chain.foundAt', { at: fullTime(broken.foundAt, i18n.language) })} `}
              {t('audit.chain.brokenText')}
            </p>
          </div>
        </div>
      )}
      {!broken && !unwritable && (
        <div className="chain" role="status">
          <Icon name={verified.whole ? 'done' : 'search'} size={14} className={verified.whole ? 'tone-go' : ''} />
          {verified.whole
            ? t('audit.chain.whole', { rows: number(rows) })
            : t('audit.chain.checking', { until: number(verified.until), rows: number(rows) })}
        </div>
      )}
    </>
  )
}
