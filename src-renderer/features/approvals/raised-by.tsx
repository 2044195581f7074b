/** Raised by: why this call is more dangerous than others of its kind. */

import type { RaisedBy as Reason } from '@contract/risk-rule.js'
import { useTranslation } from 'react-i18next'
import { RiskReasons } from '../../ui/names/risk-reasons.js'
import { Icon } from '../../ui/theme/icon.js'

export const RaisedBy = ({ reasons, id }: { readonly reasons: readonly Reason[]; readonly id: string }) => {
  const { t } = useTranslation()
  return (
    <li className="risk" id={id}>
      <Icon name="warning" />
      <div>
        <span className="question-risk">{t('raised.title')}</span>
        <RiskReasons reasons={reasons} />
      </div>
    </li>
  )
}
