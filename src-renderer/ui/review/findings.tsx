/** Findings: what in the texts of a capability is meant for models, or hidden from people, before anybody accepts it. */
import { useTranslation } from 'react-i18next'
import type { TextFinding } from '../../../src-main/contract/text-finding.js'
import { Icon } from '../icon.js'
import { LongText } from '../long-text.js'
import { visibleText } from '../visible-text.js'

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
