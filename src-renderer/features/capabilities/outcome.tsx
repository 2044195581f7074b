/** Outcome: the result of a tried action as a sentence and as data, with links to its log entry and to undo. */

import type { JsonObject } from '@contract/call.js'
import { type AttemptReport, owner } from '@shared/approvals/attempt.js'
import type { DryRunForecast } from '@shared/approvals/forecast.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { RiskReasons } from '../../ui/names/risk-reasons.js'
import { JsonView } from '../../ui/text/json-view.js'
import { Icon } from '../../ui/theme/icon.js'
import type { IconName } from '../../ui/theme/icon-paths.js'
import type { CapabilityEntry } from './entries.js'
import './outcome.css'

const icons: Readonly<Record<AttemptReport['outcome']['kind'], IconName>> = {
  done: 'done',
  denied: 'refused',
  expired: 'refused',
  withdrawn: 'leave',
  foreseen: 'search',
  failed: 'warning',
}

const DryRunDecision = ({ forecast }: { readonly forecast: DryRunForecast }) => {
  const { t } = useTranslation()
  const { decision, approvers, risk, why, before, undoable } = forecast
  return (
    <>
      <div className="outcome-line">
        <RiskBadge risk={risk.level} />
        <b>{t(`manifests.foreseen.${decision}`, { count: approvers })}</b>
        <span className="capability-quiet">{t(undoable ? 'manifests.couldUndo' : 'manifests.couldNotUndo')}</span>
      </div>
      {risk.raisedBy && risk.raisedBy.length > 0 && <RiskReasons reasons={risk.raisedBy} className="outcome-raised" />}
      {why && <ErrorNote error={why} quiet />}
      <h4>{t('manifests.wouldSend')}</h4>
      <JsonView value={forecast.arguments} label={t('manifests.wouldSend')} whole />
      {before && (
        <>
          <h4>{t('manifests.isNow')}</h4>
          <JsonView value={before} label={t('manifests.isNow')} whole />
        </>
      )}
    </>
  )
}

export interface OutcomeProps {
  readonly entry: CapabilityEntry
  readonly sent: JsonObject
  readonly report: AttemptReport
}

export const Outcome = ({ entry, sent, report }: OutcomeProps) => {
  const { t } = useTranslation()
  const { outcome, milliseconds, requestId } = report
  const isWrong = outcome.kind === 'failed' && outcome.problems.length > 0
  return (
    <div className={`outcome ${outcome.kind}`}>
      <div className="outcome-line">
        <Icon name={icons[outcome.kind]} />
        <p>
          {outcome.kind === 'done' && (
            <>
              <SentenceText
                sentence={callSentence({ capabilityId: entry.id, arguments: sent, caller: owner }, 'title', entry.name)}
              />
              {' · '}
            </>
          )}
          {t(isWrong ? 'manifests.outcome.wrong' : `manifests.outcome.${outcome.kind}`)}
        </p>
        <span className="outcome-time mono">{t('manifests.took', { milliseconds: Math.round(milliseconds) })}</span>
      </div>
      {outcome.kind === 'done' && <JsonView value={outcome.data} label={t('manifests.returns')} whole />}
      {outcome.kind === 'foreseen' && <DryRunDecision forecast={outcome.forecast} />}
      {outcome.kind === 'failed' && !isWrong && <ErrorNote error={outcome.error} />}
      <div className="try-it-buttons">
        <Button size="s" icon="history" onClick={() => goTo({ screen: 'audit', about: requestId })}>
          {t('manifests.toAudit')}
        </Button>
        <UndoButton requestId={requestId} />
      </div>
    </div>
  )
}
