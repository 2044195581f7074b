/** Findings: instructions for models and hidden characters in the texts of an action, shown before it is accepted. */

import type { TextFinding } from '@shared/servers/text-finding.js'
import { useTranslation } from 'react-i18next'
import { LongText } from '../text/long-text.js'
import { visibleText } from '../text/visible-text.js'
import { Icon } from '../theme/icon.js'
import './review.css'

export const Findings = ({ findings }: { readonly findings: readonly TextFinding[] }) => {
  const { t } = useTranslation()
  return (
    <div className="waiting-findings">
      <p className="waiting-warning">
        <Icon name="warning" size={14} />
        {t('finding.title')}
      </p>
      <ul>
        {findings.map(({ kind, path, excerpt }) => (
          <li key={`${kind} ${path}`}>
            {t(`finding.kind.${kind}`)} <LongText text={visibleText(path)} limit={96} className="mono" />{' '}
            <LongText text={visibleText(excerpt)} limit={160} className="untrusted" />
          </li>
        ))}
      </ul>
    </div>
  )
}
