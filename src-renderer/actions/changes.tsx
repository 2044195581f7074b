/**
 * Changes: what a person has to see of an action that is new or changed: warnings, suspicious texts, differences.
 *
 * Guards invariant 4: a change without a new version and a lower risk are stated.
 */
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import { useTranslation } from 'react-i18next'
import { isLessRisky } from '../ui/review/difference-order.js'
import { Differences } from '../ui/review/differences.js'
import { LongText } from '../ui/text/long-text.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'

const Findings = ({ findings }: { readonly findings: readonly TextFinding[] }) => {
  const { t } = useTranslation()
  return (
    <div className="may-findings">
      <p className="may-warning">
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

const Warnings = ({ waiting }: { readonly waiting: QuarantinedCapability }) => {
  const { t } = useTranslation()
  if (waiting.reason === 'new') return null
  const versions = { before: waiting.acceptedVersion, after: waiting.offered.version }
  const words = [
    isLessRisky(waiting.differences) && t('review.lessRisky'),
    waiting.breaksUnannounced && t('review.breaksUnannounced', versions),
    waiting.level === 'major' && !waiting.breaksUnannounced && t('review.breaks', versions),
    waiting.goesBack && t('review.goesBack', versions),
  ].filter((said) => said !== false)
  return words.map((said) => (
    <p key={said} className="may-warning">
      <Icon name="warning" size={14} />
      {said}
    </p>
  ))
}

export const Changes = ({ waiting }: { readonly waiting: QuarantinedCapability }) => (
  <>
    <Warnings waiting={waiting} />
    {waiting.findings && <Findings findings={waiting.findings} />}
    {waiting.reason === 'changed' && waiting.differences.length > 0 && (
      <Differences differences={waiting.differences} />
    )}
  </>
)
