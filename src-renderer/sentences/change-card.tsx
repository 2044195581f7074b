/** Change card: the values before and after; for two places also the path between them. Also on one line. */

import { isSameJson } from '@contract/compatibility/same.js'
import { isAmbiguous } from '@shared/features/stream-mark.js'
import { exact } from '@shared/text/numbers.js'
import { clockOf, timeOfDay } from '@shared/words/time-of-day.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTranslate } from '../i18n/use-translate.js'
import { LongText } from '../ui/text/long-text.js'
import { MaskedText } from '../ui/text/masked-text.js'
import { Name } from '../ui/text/name.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { shortened, visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import type { ValueChange } from './change.js'
import { GameNameText } from './game-name-text.js'
import { JourneyMap } from './journey-map.js'
import { dimensionOf, isKnown, positionOf } from './location.js'
import type { Reach } from './reach.js'
import type { Translate } from './sentence.js'
import './change-card.css'

const maxLineLength = 60

type Side = 'now' | 'next'

/** A value as it is drawn; `line` where it differs on one line. */
interface DrawnValue {
  readonly main: ReactNode
  readonly data?: ReactNode
  readonly line?: ReactNode
}

type Kind = ValueChange['kind']
interface Writers {
  readonly t: Translate
  readonly number: (value: number) => string
  readonly exactly: (value: number) => string
  readonly signed: (value: number) => string
}
type Drawings = {
  readonly [K in Kind]: (change: Extract<ValueChange, { kind: K }>, side: Side, writers: Writers) => DrawnValue
}

const drawings: Drawings = {
  time: (change, side, { t }) => {
    const [name, clock] = [t(`time.${timeOfDay(change[side])}`), clockOf(change[side])]
    return {
      main: name,
      data: clock,
      line: `${name} (${clock})`,
    }
  },
  place: (change, side, { t, number }) => {
    const { world } = change[side]
    const dimension = world === undefined ? undefined : dimensionOf(world)
    const position = <MaskedText text={positionOf(change[side], number)} />
    const isSameWorld = world === undefined || change.now.world === change.next.world
    return {
      main: (
        <>
          {world === undefined ? t('popUp.unknownWorld') : <Name text={world} />}
          {dimension && <span className="change-aside">{t(`journey.dimension.${dimension}`)}</span>}
        </>
      ),
      data: position,
      line: isSameWorld ? (
        position
      ) : (
        <>
          <Name text={world} /> {position}
        </>
      ),
    }
  },
  weather: (change, side, { t }) => ({ main: t(`weather.${change[side]}`) }),
  setting: (change, side, { t }) => ({ main: t(`${change.of}.${change[side]}`) }),
  thing: (change, side) => ({ main: <GameNameText of="thing" id={change[side]} /> }),
  standing: (change, side, { t }) => ({ main: t(`standing.${change.of}.${change[side] ? 'yes' : 'no'}`) }),
  truth: (change, side, { t }) => ({ main: t(change[side] ? 'facts.on' : 'facts.off') }),
  balance: (change, side, { number, signed }) => ({
    main: number(change[side]),
    data: side === 'next' ? signed(Number((change.next - change.now).toFixed(6))) : undefined,
  }),
  value: (change, side, { exactly }) => {
    const value = change[side]
    if (typeof value === 'number') return { main: exactly(value) }
    return {
      main: <LongText text={visibleText(value)} limit={120} />,
      line: <bdi className="untrusted">{shortened(visibleText(value), maxLineLength)}</bdi>,
    }
  },
}

/** Draws one side of a change. */
const useDrawing = (change: ValueChange): ((side: Side) => DrawnValue) => {
  const writers = {
    t: useTranslate(),
    number: useNumbers(),
    exactly: useNumbers(exact),
    signed: useNumbers({ signDisplay: 'exceptZero' }),
  }
  const draw = drawings[change.kind] as (of: ValueChange, side: Side, writers: Writers) => DrawnValue
  return (side) => draw(change, side, writers)
}

/** The values before and after, on one line. */
export const ChangeText = ({ change }: { readonly change: ValueChange }) => {
  const drawn = useDrawing(change)
  const line = (side: Side) => drawn(side).line ?? drawn(side).main
  return (
    <>
      {line('now')} → {line('next')}
    </>
  )
}

export interface ChangeCardProps {
  readonly change: ValueChange
  /** Where an answer counts, for the map of a journey. */
  readonly reach?: Reach | undefined
  readonly children?: ReactNode
}

export const ChangeCard = ({ change, reach, children }: ChangeCardProps) => {
  const { t } = useTranslation()
  const drawn = useDrawing(change)
  const half = (side: Side) => {
    const { main, data } = drawn(side)
    return (
      <dl className={side}>
        <dt>{t(side === 'now' ? 'popUp.now' : 'popUp.then')}</dt>
        <dd className="change-main">{main}</dd>
        {data !== undefined && <dd className="change-data">{data}</dd>}
      </dl>
    )
  }
  return (
    <div className={`change-card ${change.kind}`}>
      {half('now')}
      <Icon name="arrow" />
      {half('next')}
      {change.kind === 'place' && isKnown(change.now) && isKnown(change.next) ? (
        <JourneyMap from={change.now} to={change.next} reach={reach} />
      ) : (
        isSameJson(change.now, change.next) &&
        !isAmbiguous(JSON.stringify(change.now)) && <p className="change-same">{t('facts.same')}</p>
      )}
      {children}
    </div>
  )
}
