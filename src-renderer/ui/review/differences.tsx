/** Differences: what was accepted and what is offered now, one under the other. Its texts come from a server. */

import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import { useTranslation } from 'react-i18next'
import { RiskBadge } from '../names/risk-badge.js'
import { JsonView } from '../text/json-view.js'
import { LongText } from '../text/long-text.js'
import { Name } from '../text/name.js'
import { visibleText } from '../text/visible-text.js'
import { differencesInOrder, placeOf } from './difference-order.js'
import './differences.css'

/** The two sides: the accepted and the offered version, or any two versions. */
export type SideLabels = 'review' | 'versions'

interface SideProps {
  readonly labels: SideLabels
  readonly side: 'before' | 'after'
  readonly difference: ManifestDifference
}

const sideKeys = {
  review: { before: 'review.before', after: 'review.after' },
  versions: { before: 'manifests.before', after: 'manifests.after' },
} as const

const Value = ({ side, difference, labels }: SideProps) => {
  const { t } = useTranslation()
  const value = difference[side]
  if (value === undefined) return <span className="difference-nothing">{t('review.nothing')}</span>
  if (difference.path === '/risk/level') return <RiskBadge risk={value as RiskLevel} />
  if (typeof value === 'string') return <LongText text={visibleText(value)} limit={600} expandable />
  if (typeof value !== 'object' || value === null) return <span className="mono">{String(value)}</span>
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return <span className="mono untrusted">{value.map(visibleText).join(', ')}</span>
  }
  return <JsonView value={value} label={t(sideKeys[labels][side])} />
}

const Side = ({ side, difference, labels }: SideProps) => {
  const { t } = useTranslation()
  return (
    <div className={`difference-side ${side}`}>
      <span className="difference-label">{t(sideKeys[labels][side])}</span>
      <div className="difference-value">
        <Value side={side} difference={difference} labels={labels} />
      </div>
    </div>
  )
}

const Difference = ({ difference, labels }: Omit<SideProps, 'side'>) => {
  const { t } = useTranslation()
  const { topic, inside } = placeOf(difference.path)
  return (
    <li className="difference">
      <div className="difference-head">
        <b>{t(`review.topic.${topic}`)}</b>
        {inside.length > 0 && <Name text={inside.join(' › ')} className="mono" />}
        {difference.breaking && <span className="difference-breaking">{t('review.breaking')}</span>}
      </div>
      <Side side="before" difference={difference} labels={labels} />
      <Side side="after" difference={difference} labels={labels} />
    </li>
  )
}

export interface DifferencesProps {
  readonly differences: readonly ManifestDifference[]
  readonly labels?: SideLabels
}

export const Differences = ({ differences, labels = 'review' }: DifferencesProps) => (
  <ul className="differences">
    {differencesInOrder(differences).map((difference, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced whole, where a path may occur twice
      <Difference key={`${difference.path} ${at}`} difference={difference} labels={labels} />
    ))}
  </ul>
)
