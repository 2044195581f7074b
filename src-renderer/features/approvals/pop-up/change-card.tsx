/** Change card: now, then. */
import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../sentences/assert-never.js'
import type { Change } from '../../../sentences/change.js'
import { formatNumber, type Place } from '../../../sentences/place.js'
import { clockOf, formatTicks, timeOfDay } from '../../../sentences/time-of-day.js'
import { Icon } from '../../../ui/icon.js'
import { LongText } from '../../../ui/long-text.js'
import { MaskedText } from '../../../ui/masked-text.js'
import { Name } from '../../../ui/name.js'
import { visibleText } from '../../../ui/visible-text.js'

const Time = ({ ticks }: { readonly ticks: number }) => {
  const { t } = useTranslation()
  return (
    <>
      <dd className="change-main">{t(`time.${timeOfDay(ticks)}`)}</dd>
      <dd className="change-data">
        {formatTicks(ticks)} <span>{clockOf(ticks)}</span>
      </dd>
    </>
  )
}

const Spot = ({ place }: { readonly place: Place }) => {
  const { t } = useTranslation()
  return (
    <>
      <dd className="change-main">
        {place.world === undefined ? t('popUp.unknownWorld') : <Name text={place.world} />}
      </dd>
      <dd className="change-data">
        <MaskedText text={place.position} />
      </dd>
    </>
  )
}

const Value = ({ text }: { readonly text: string }) => (
  <dd className="change-main">
    <LongText text={visibleText(text)} limit={120} />
  </dd>
)

const Side = ({ change, side }: { readonly change: Change; readonly side: 'now' | 'next' }) => {
  const { t } = useTranslation()
  switch (change.kind) {
    case 'time':
      return <Time ticks={change[side]} />
    case 'place':
      return <Spot place={change[side]} />
    case 'weather':
      return <dd className="change-main">{t(`weather.${change[side]}`)}</dd>
    case 'value':
      return <Value text={change[side]} />
    case 'balance':
      return <dd className="change-main">{formatNumber(change[side])}</dd>
    default:
      return assertNever(change)
  }
}

export const ChangeCard = ({ change }: { readonly change: Change }) => {
  const { t } = useTranslation()
  const half = (side: 'now' | 'next') => (
    <dl className={side}>
      <dt>{t(side === 'now' ? 'popUp.now' : 'popUp.then')}</dt>
      <Side change={change} side={side} />
    </dl>
  )
  return (
    <div className={`change-card ${change.kind}`}>
      {half('now')}
      <Icon name="arrow" />
      {half('next')}
    </div>
  )
}
