/** Differences: what was accepted and what is offered now, one under the other. Its texts come from a server. */
import { useTranslation } from 'react-i18next'
import type { RiskLevel } from '../../../src-main/contract/generated/capability-manifest.js'
import type { ManifestDifference } from '../../../src-main/contract/quarantine.js'
import { JsonView } from '../../ui/json-view.js'
import { LongText } from '../../ui/long-text.js'
import { Name } from '../../ui/name.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { visibleText } from '../../ui/visible-text.js'
import { differencesInOrder, placeOf } from './waiting-order.js'
import './differences.css'

interface SideProps {
  readonly side: 'before' | 'after'
  readonly difference: ManifestDifference
}

const Value = ({ side, difference }: SideProps) => {
  const { t } = useTranslation()
  const value = difference[side]
  if (value === undefined) return <span className="difference-nothing">{t('review.nothing')}</span>
  if (difference.path === '/risk/level') return <RiskBadge risk={value as RiskLevel} />
  if (typeof value === 'string') return <LongText text={visibleText(value)} limit={600} expandable />
  if (typeof value !== 'object' || value === null) return <span className="mono">{String(value)}</span>
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return <span className="mono untrusted">{value.map(visibleText).join(', ')}</span>
  }
  return <JsonView value={value} label={t(`review.${side}`)} />
}

const Side = ({ side, difference }: SideProps) => {
  const { t } = useTranslation()
  return (
    <div className={`difference-side ${side}`}>
      <span className="difference-label">{t(`review.${side}`)}</span>
      <div className="difference-value">
        <Value side={side} difference={difference} />
      </div>
    </div>
  )
}

const Difference = ({ difference }: { readonly difference: ManifestDifference }) => {
  const { t } = useTranslation()
  const { topic, inside } = placeOf(difference.path)
  return (
    <li className="difference">
      <div className="difference-head">
        <b>{t(`review.topic.${topic}`)}</b>
        {inside.length > 0 && <Name text={inside.join(' › ')} className="mono" />}
        {difference.breaking && <span className="difference-breaking">{t('review.breaking')}</span>}
      </div>
      <Side side="before" difference={difference} />
      <Side side="after" difference={difference} />
    </li>
  )
}

export const Differences = ({ differences }: { readonly differences: readonly ManifestDifference[] }) => (
  <ul className="differences">
    {differencesInOrder(differences).map((difference, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced whole, where a path may stand twice
      <Difference key={`${difference.path} ${at}`} difference={difference} />
    ))}
  </ul>
)
