/** Sandbox outcome: what a call did in a temporary world, and what a gateway would have asked. */

import type { SandboxTrial, WorldDifference } from '@shared/approvals/sandbox.js'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { JsonView } from '../../ui/text/json-view.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'

/** Changes that are listed. */
const maxChanges = 40

const Side = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation()
  return value === undefined ? (
    <span className="capability-quiet">{t('review.nothing')}</span>
  ) : (
    <LongText text={visibleText(JSON.stringify(value))} limit={80} expandable className="mono" />
  )
}

const Change = ({ path, before, after }: WorldDifference) => (
  <li>
    <LongText text={visibleText(path.join(' › '))} limit={120} className="mono" /> <Side value={before} />
    {' → '}
    <Side value={after} />
  </li>
)

export const SandboxOutcome = ({ trial }: { readonly trial: SandboxTrial }) => {
  const { t } = useTranslation()
  const { outcome, decision, answer, error, obeys, changes, against, happened } = trial
  const isWrong = Array.isArray(error?.details?.errors)
  return (
    <div className={`outcome ${outcome}`}>
      <div className="outcome-line">
        <Icon name={outcome === 'done' ? 'done' : 'warning'} />
        <p>
          {t(isWrong ? 'manifests.outcome.wrong' : `manifests.sandboxEnd.${outcome}`)}
          <Gap />
          {outcome === 'done' && t(`manifests.sandboxAgainst.${against}`)}
          <Gap />
          {decision.people > 0 && t('manifests.sandboxAsked', { count: decision.people })}
        </p>
      </div>
      {error && !isWrong && <ErrorNote error={error} quiet />}
      {answer && <JsonView value={answer} label={t('manifests.returns')} whole />}
      {obeys === false && <p className="form-problem">{t('manifests.disobeys')}</p>}
      {against === 'world' && outcome === 'done' && (
        <>
          <h4>{t('manifests.changes', { count: changes.length })}</h4>
          <ul className="outcome-changes">
            {changes.slice(0, maxChanges).map((change) => (
              <Change key={change.path.join('/')} {...change} />
            ))}
          </ul>
        </>
      )}
      {happened.length > 0 && (
        <>
          <h4>{t('manifests.happened')}</h4>
          <JsonView value={happened} label={t('manifests.happened')} />
        </>
      )}
    </div>
  )
}
