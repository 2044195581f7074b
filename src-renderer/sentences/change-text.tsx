/** Change text: the values before and after, on one line. */
import { exact } from '@shared/text/numbers.js'
import { useTranslation } from 'react-i18next'
import { MaskedText } from '../ui/text/masked-text.js'
import { Name } from '../ui/text/name.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { shortened, visibleText } from '../ui/text/visible-text.js'
import { assertNever } from './assert-never.js'
import type { ValueChange } from './change.js'
import { GameNameText } from './game-name-text.js'
import { positionOf } from './location.js'
import { clockOf, timeOfDay } from './time-of-day.js'

const maxValueLength = 60

const Side = ({ change, side }: { readonly change: ValueChange; readonly side: 'now' | 'next' }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const exactly = useNumbers(exact)
  switch (change.kind) {
    case 'time':
      return `${t(`time.${timeOfDay(change[side])}`)} (${clockOf(change[side])})`
    case 'place': {
      const { world } = change[side]
      const position = <MaskedText text={positionOf(change[side], number)} />
      return world === undefined || change.now.world === change.next.world ? (
        position
      ) : (
        <>
          <Name text={world} /> {position}
        </>
      )
    }
    case 'weather':
      return t(`weather.${change[side]}`)
    case 'thing':
      return <GameNameText of="thing" id={change[side]} />
    case 'truth':
      return t(change[side] ? 'facts.on' : 'facts.off')
    case 'balance':
      return number(change[side])
    case 'value': {
      const value = change[side]
      return typeof value === 'number' ? (
        exactly(value)
      ) : (
        <bdi className="untrusted">{shortened(visibleText(value), maxValueLength)}</bdi>
      )
    }
    default:
      return assertNever(change)
  }
}

export const ChangeText = ({ change }: { readonly change: ValueChange }) => (
  <>
    <Side change={change} side="now" /> → <Side change={change} side="next" />
  </>
)
