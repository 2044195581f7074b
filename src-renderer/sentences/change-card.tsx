/** Change card: the values before and after; for two places also the path between them. */

import { isSameJson } from '@contract/compatibility/same.js'
import { exact } from '@shared/text/numbers.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '../ui/text/long-text.js'
import { MaskedText } from '../ui/text/masked-text.js'
import { Name } from '../ui/text/name.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { assertNever } from './assert-never.js'
import type { ValueChange } from './change.js'
import { GameNameText } from './game-name-text.js'
import { JourneyMap } from './journey-map.js'
import { dimensionOf, type GameLocation, isKnown, positionOf } from './location.js'
import type { Reach } from './reach.js'
import { clockOf, timeOfDay } from './time-of-day.js'
import './change-card.css'

const Time = ({ ticks }: { readonly ticks: number }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  return (
    <>
      <dd className="change-main">{t(`time.${timeOfDay(ticks)}`)}</dd>
      <dd className="change-data">
        {number(ticks)} <span>{clockOf(ticks)}</span>
      </dd>
    </>
  )
}

const Spot = ({ place }: { readonly place: GameLocation }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const dimension = place.world === undefined ? undefined : dimensionOf(place.world)
  return (
    <>
      <dd className="change-main">
        {place.world === undefined ? t('popUp.unknownWorld') : <Name text={place.world} />}
        {dimension && <span className="change-aside">{t(`journey.dimension.${dimension}`)}</span>}
      </dd>
      <dd className="change-data">
        <MaskedText text={positionOf(place, number)} />
      </dd>
    </>
  )
}

const Balance = ({ now, next, side }: { readonly now: number; readonly next: number; readonly side: Side }) => {
  const number = useNumbers()
  const signed = useNumbers({ signDisplay: 'exceptZero' })
  const added = Number((next - now).toFixed(6))
  return (
    <>
      <dd className="change-main">{number(side === 'now' ? now : next)}</dd>
      {side === 'next' && <dd className="change-data">{signed(added)}</dd>}
    </>
  )
}

const Value = ({ value }: { readonly value: string | number }) => {
  const number = useNumbers(exact)
  return typeof value === 'number' ? number(value) : <LongText text={visibleText(value)} limit={120} />
}

type Side = 'now' | 'next'

const Half = ({ change, side }: { readonly change: ValueChange; readonly side: Side }) => {
  const { t } = useTranslation()
  switch (change.kind) {
    case 'time':
      return <Time ticks={change[side]} />
    case 'place':
      return <Spot place={change[side]} />
    case 'weather':
      return <dd className="change-main">{t(`weather.${change[side]}`)}</dd>
    case 'thing':
      return (
        <dd className="change-main">
          <GameNameText of="thing" id={change[side]} />
        </dd>
      )
    case 'truth':
      return (
        <>
          <dd className="change-main">{t(change[side] ? 'facts.on' : 'facts.off')}</dd>
          <dd className="change-data">{String(change[side])}</dd>
        </>
      )
    case 'value':
      return (
        <dd className="change-main">
          <Value value={change[side]} />
        </dd>
      )
    case 'balance':
      return <Balance {...change} side={side} />
    default:
      return assertNever(change)
  }
}

export interface ChangeCardProps {
  readonly change: ValueChange
  /** Where an answer counts, for the map of a journey. */
  readonly reach?: Reach | undefined
  readonly children?: ReactNode
}

export const ChangeCard = ({ change, reach, children }: ChangeCardProps) => {
  const { t } = useTranslation()
  const half = (side: Side) => (
    <dl className={side}>
      <dt>{t(side === 'now' ? 'popUp.now' : 'popUp.then')}</dt>
      <Half change={change} side={side} />
    </dl>
  )
  return (
    <div className={`change-card ${change.kind}`}>
      {half('now')}
      <Icon name="arrow" />
      {half('next')}
      {change.kind === 'place' && isKnown(change.now) && isKnown(change.next) ? (
        <JourneyMap from={change.now} to={change.next} reach={reach} />
      ) : (
        isSameJson(change.now, change.next) && <p className="change-same">{t('facts.same')}</p>
      )}
      {children}
    </div>
  )
}
