/** Raised by: why this call is more dangerous than others of its kind. The sentences of the owner's own rules stand as they are. */
import { useTranslation } from 'react-i18next'
import type { RaisedBy as Reason } from '../../../src-main/contract/risk-rule.js'
import { Icon } from '../../ui/icon.js'
import { LongText } from '../../ui/long-text.js'
import { visibleText } from '../../ui/visible-text.js'

export const RaisedBy = ({ reasons }: { readonly reasons: readonly Reason[] }) => {
  const { t } = useTranslation()
  return (
    <li className="risk">
      <Icon name="warning" />
      <div>
        <span className="question-risk">{t('raised.title')}</span>
        <ul>
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
      </div>
    </li>
  )
}
