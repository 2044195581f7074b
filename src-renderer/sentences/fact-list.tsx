/** Fact list: the arguments of a call as people read them. What it shortens stands in full in the details below it. */
import { useTranslation } from 'react-i18next'
import { exact } from '../../src-main/contract/numbers.js'
import { LongText } from '../ui/long-text.js'
import { useNumbers } from '../ui/use-numbers.js'
import { shortened, visibleText } from '../ui/visible-text.js'
import { assertNever } from './assert-never.js'
import type { Fact, FactValue, Stack } from './facts.js'
import { GameNameText } from './game-name-text.js'
import { type Place, positionOf } from './place.js'
import './fact-list.css'

const mostFacts = 12
const mostItems = 12
const longest = 160

const Spot = ({ place }: { readonly place: Place }) => {
  const number = useNumbers()
  return (
    <>
      <span className="mono">{positionOf(place, number)}</span>{' '}
      {place.world !== undefined && <LongText className="fact-world" text={visibleText(place.world)} limit={60} />}
    </>
  )
}

const Items = ({ items }: { readonly items: readonly Stack[] }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  return (
    <ul>
      {items.slice(0, mostItems).map(({ id, count, more }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may lie there twice; the list never changes
        <li key={index}>
          {count !== undefined && <span className="fact-count">{number(count)} ×</span>}{' '}
          <GameNameText of="thing" id={id} />
          {more && <span className="fact-aside"> {t('facts.moreToIt')}</span>}
        </li>
      ))}
      {items.length > mostItems && (
        <li className="fact-aside">{t('facts.more', { count: items.length - mostItems })}</li>
      )}
    </ul>
  )
}

const Volume = ({ from, to, size }: FactValue & { readonly kind: 'volume' }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const blocks = size.reduce((product, side) => product * side, 1)
  return (
    <>
      <span>{t('facts.volume', { size: size.map(number).join(' × '), blocks: number(blocks), count: blocks })}</span>
      <span className="fact-corners mono">
        {positionOf(from, number)} → {positionOf(to, number)}
      </span>
      {from.world !== undefined && <LongText className="fact-world" text={visibleText(from.world)} limit={60} />}
    </>
  )
}

export const FactText = ({ value }: { readonly value: FactValue }) => {
  const { t } = useTranslation()
  const number = useNumbers(exact)
  switch (value.kind) {
    case 'game':
      return <GameNameText of={value.of} id={value.id} />
    case 'items':
      return <Items items={value.items} />
    case 'place':
      return <Spot place={value.place} />
    case 'volume':
      return <Volume {...value} />
    case 'truth':
      return <>{t(value.value ? 'facts.yes' : 'facts.no')}</>
    case 'number':
      return <>{number(value.value)}</>
    case 'text':
      return <LongText text={visibleText(value.text)} limit={longest} expandable />
    case 'data':
      return (
        <LongText
          className="mono"
          text={visibleText(shortened(JSON.stringify(value.value) ?? '', 4_000))}
          limit={longest}
        />
      )
    default:
      return assertNever(value)
  }
}

export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => {
  const { t } = useTranslation()
  if (facts.length === 0) return null
  return (
    <div className="fact-list">
      <dl>
        {facts.slice(0, mostFacts).map(({ name, value }) => (
          <div key={name}>
            <dt>
              <LongText text={visibleText(name)} limit={60} />
            </dt>
            <dd>
              <FactText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {facts.length > mostFacts && (
        <p className="fact-aside">{t('facts.moreFacts', { count: facts.length - mostFacts })}</p>
      )}
    </div>
  )
}
