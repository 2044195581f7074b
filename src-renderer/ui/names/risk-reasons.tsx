/** Risk reasons: what raised the risk of a call. The sentences of the owner's own rules are shown unchanged. */

import type { RaisedBy } from '@contract/risk-rule.js'
import { useTranslation } from 'react-i18next'
import { LongText } from '../text/long-text.js'
import { visibleText } from '../text/visible-text.js'

export interface RiskReasonsProps {
  readonly reasons: readonly RaisedBy[]
  readonly className?: string
}

export const RiskReasons = ({ reasons, className }: RiskReasonsProps) => {
  const { t } = useTranslation()
  return (
    <ul className={className}>
      {reasons.map(({ rule, because, owners }) => (
        <li key={`${owners} ${rule}`}>
          {owners ? (
            <LongText text={visibleText(because)} limit={200} expandable />
          ) : (
            t(`raised.rule.${rule}`, { defaultValue: because })
          )}
        </li>
      ))}
    </ul>
  )
}
