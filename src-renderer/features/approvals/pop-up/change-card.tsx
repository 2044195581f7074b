/** Change card: now, then. */
import { useTranslation } from 'react-i18next'
import type { Change } from '../../../sentences/change.js'
import type { Place } from '../../../sentences/place.js'
import { clockOf, formatTicks, timeOfDay } from '../../../sentences/time-of-day.js'
import { Icon } from '../../../ui/icon.js'
import { Name } from '../../../ui/name.js'

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
      <dd className="change-data">{place.position}</dd>
    </>
  )
}

export const ChangeCard = ({ change }: { readonly change: Change }) => {
  const { t } = useTranslation()
  const half = (side: 'now' | 'next') => (
    <dl className={side}>
      <dt>{t(side === 'now' ? 'popUp.now' : 'popUp.then')}</dt>
      {change.kind === 'time' ? <Time ticks={change[side]} /> : <Spot place={change[side]} />}
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
