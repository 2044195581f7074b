/** Risk badge: how dangerous a call is, by shape and colour and word. An unknown risk looks critical (invariant 2). */

import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import { useTranslation } from 'react-i18next'
import './risk-badge.css'

const shapes: Readonly<Record<RiskLevel, string>> = {
  low: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  medium: 'M6 .8L11.2 6 6 11.2.8 6z',
  high: 'M6 1l5.6 10H.4z',
  critical: 'M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z',
}

export interface RiskBadgeProps {
  readonly risk: RiskLevel
  /** `full` says "High risk", `short` "High", `mark` the shape alone with the words for readers of the screen. */
  readonly size?: 'full' | 'short' | 'mark'
}

export const RiskBadge = ({ risk, size = 'full' }: RiskBadgeProps) => {
  const { t } = useTranslation()
  const level = Object.hasOwn(shapes, risk) ? risk : 'critical'
  const words = t(size === 'short' ? `risk.short.${level}` : `risk.full.${level}`)
  return (
    <span className={`risk-badge ${level} ${size}`} title={size === 'mark' ? words : undefined}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={shapes[level]} />
      </svg>
      {size === 'mark' ? <span className="visually-hidden">{words}</span> : words}
    </span>
  )
}
