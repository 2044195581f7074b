/** Fact list: the arguments of a call for people. Shortened values are shown in full in the details below. */

import type { ArgumentLabel, OpenApproval } from '@shared/approvals/approval.js'
import { exact } from '@shared/text/numbers.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressText } from '../ui/text/address-text.js'
import { LongText } from '../ui/text/long-text.js'
import { PathText } from '../ui/text/path-text.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { shortened, visibleText } from '../ui/text/visible-text.js'
import { assertNever } from './assert-never.js'
import type { Fact, FactValue, Stack } from './facts.js'
import { GameNameText } from './game-name-text.js'
import { type GameLocation, positionOf } from './location.js'
import './fact-list.css'

const maxFacts = 12
const maxItems = 12
const longest = 160

const Spot = ({ place }: { readonly place: GameLocation }) => {
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
      {items.slice(0, maxItems).map(({ id, count, more }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may lie there twice; the list never changes
        <li key={index}>
          {count !== undefined && <span className="fact-count">{number(count)} ×</span>}{' '}
          <GameNameText of="thing" id={id} />
          {more && <span className="fact-aside"> {t('facts.moreToIt')}</span>}
        </li>
      ))}
      {items.length > maxItems && <li className="fact-aside">{t('facts.more', { count: items.length - maxItems })}</li>}
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
    case 'path':
      return <PathText path={value.path} given={value.given} />
    case 'address':
      return <AddressText address={value.address} />
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

const labelOf = (labels: Readonly<Record<string, ArgumentLabel>>, name: string): ArgumentLabel | undefined =>
  Object.hasOwn(labels, name) ? labels[name] : undefined

/** The words for an argument of our own actions. */
const ownWords = (name: string): string => `facts.names.${name.split(/[^A-Za-z]+/u).join('_')}`

interface NamedProps {
  readonly name: string
  readonly title: string | undefined
  readonly isOurs: boolean
}

/** A title of the provider stands beside the real name; words of our own replace it. */
const Named = ({ name, title, isOurs }: NamedProps) => {
  const { t, i18n } = useTranslation()
  const key = ownWords(name)
  if (isOurs && i18n.exists(key)) return <span title={name}>{t(key)}</span>
  return <ProvidersName name={name} title={title} />
}

const ProvidersName = ({ name, title }: Pick<NamedProps, 'name' | 'title'>) => (
  <>
    {title !== undefined && (
      <>
        <LongText text={visibleText(title)} limit={60} />{' '}
      </>
    )}
    <LongText className={title === undefined ? '' : 'fact-aside mono'} text={visibleText(name)} limit={60} />
  </>
)

/** The title of the chosen value in the schema, with the value itself. */
const Chosen = ({ chosen, children }: { readonly chosen: string | undefined; readonly children: ReactNode }) =>
  chosen === undefined ? (
    children
  ) : (
    <>
      <LongText text={visibleText(chosen)} limit={60} /> <span className="fact-aside">({children})</span>
    </>
  )

export interface FactListProps {
  readonly facts: readonly Fact[]
  readonly labels?: OpenApproval['labels']
  /** Whether they are arguments of an action of the catalogue, whose names have words. */
  readonly isOurs?: boolean
}

export const FactList = ({ facts, labels = {}, isOurs = false }: FactListProps) => {
  const { t } = useTranslation()
  if (facts.length === 0) return null
  return (
    <div className="fact-list">
      <dl>
        {facts.slice(0, maxFacts).map(({ name, value }) => (
          <div key={name}>
            <dt>
              <Named name={name} title={labelOf(labels, name)?.title} isOurs={isOurs} />
            </dt>
            <dd>
              <Chosen chosen={labelOf(labels, name)?.chosen}>
                <FactText value={value} />
              </Chosen>
            </dd>
          </div>
        ))}
      </dl>
      {facts.length > maxFacts && (
        <p className="fact-aside">{t('facts.moreFacts', { count: facts.length - maxFacts })}</p>
      )}
    </div>
  )
}
