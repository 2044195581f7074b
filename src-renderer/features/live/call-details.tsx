/** Call details: the way one call took, who decided about it and how far that reaches, and what it was asked with. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../../src-main/contract/audit.js'
import { refusalOf } from '../../../src-main/contract/audit-outcome.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { AskedEntry, CallEntry, CallWay } from '../../../src-main/contract/live.js'
import { attempt } from '../../bridge.js'
import { useLive } from '../../state/live.js'
import { useAnswers } from '../../state/use-answers.js'
import { AnswerButtons } from '../../ui/answer-buttons.js'
import { CallerName } from '../../ui/caller-name.js'
import { CapabilityLink } from '../../ui/capability-link.js'
import { clockTime } from '../../ui/clock-time.js'
import { ErrorNote } from '../../ui/error-note.js'
import { JsonView } from '../../ui/json-view.js'
import { Name } from '../../ui/name.js'
import { personNames } from '../../ui/person-name.js'
import { RefusalNote, useRefusalWords } from '../../ui/refusal.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { UndoButton } from '../../ui/undo-button.js'
import { hundredths, useNumbers } from '../../ui/use-numbers.js'
import { phasesOf } from './call-phases.js'
import { Fact } from './fact.js'
import { PhaseList } from './phase-list.js'

interface Known {
  readonly way: CallWay | null
  readonly rows: readonly AuditRow[]
  readonly error: ContractError | undefined
}

/** Rows of one request: asked, decided, begun, ended, with room for more. */
const mostRows = 20

const read = async (requestId: string): Promise<Known> => {
  const [way, trail] = await Promise.all([
    attempt('live:way', { requestId }),
    attempt('audit:search', { request: requestId, limit: mostRows }),
  ])
  const failed = [way, trail].find(({ ok }) => !ok)
  return {
    way: way.ok ? way.value : null,
    rows: trail.ok ? trail.value.rows : [],
    error: failed && !failed.ok ? failed.error : undefined,
  }
}

/** Asks again once the call has ended. */
const useKnown = (requestId: string): Known | undefined => {
  const ended = useLive((state) => state.calls.some((call) => call.requestId === requestId))
  const [known, setKnown] = useState<Known>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known changes when the call ends.
  useEffect(() => {
    let left = false
    void read(requestId).then((found) => {
      if (!left) setKnown(found)
    })
    return () => {
      left = true
    }
  }, [requestId, ended])
  return known
}

const Decision = ({ known }: { readonly known: Known }) => {
  const { t } = useTranslation()
  const refusalWords = useRefusalWords()
  const refusal = known.rows.map(({ event }) => refusalOf(event)).find((one) => one !== undefined)
  if (refusal) return refusalWords(refusal)
  const decided = known.rows.findLast(({ event }) => event.approvalInfo !== undefined)?.event.approvalInfo
  if (!decided) return t('timeline.notDecided')
  const { outcome, approvedBy, approvedAt, ruleId } = decided
  if (outcome === 'unasked') return t('audit.unasked')
  const scope = known.way?.scope
  return (
    <>
      {t(`audit.outcomes.${outcome === 'superseded' ? 'withdrawn' : (outcome ?? 'approved')}`)}
      {approvedBy !== undefined && (
        <>
          {' · '}
          {t(ruleId === undefined ? 'audit.by' : 'audit.byRule')} <Name text={personNames(approvedBy, t)} />
        </>
      )}
      {approvedAt !== undefined && <> · {clockTime(approvedAt)}</>}
      {scope !== undefined && (
        <>
          {' '}
          · {t(`timeline.scopes.${scope.duration}`)} · {t(`timeline.what.${scope.what}`)}
        </>
      )}
    </>
  )
}

const Answers = ({ id }: { readonly id: string }) => {
  const { busy, error, deny, review } = useAnswers(id)
  return (
    <>
      {error && <ErrorNote error={error} />}
      <AnswerButtons className="row-details-answers" busy={busy} onDeny={deny} onReview={review} />
    </>
  )
}

export interface CallDetailsProps {
  readonly entry: CallEntry | AskedEntry
  readonly isOpen: boolean
}

export const CallDetails = ({ entry, isOpen }: CallDetailsProps) => {
  const { t } = useTranslation()
  const hundredth = useNumbers(hundredths)
  const known = useKnown(entry.requestId)
  const steps = known?.way?.steps
  return (
    <>
      {entry.kind === 'call' && entry.refused && <RefusalNote refusal={entry.refused} risk={entry.risk} />}
      {entry.kind === 'call' && entry.error && !entry.refused && <ErrorNote error={entry.error} quiet />}
      {isOpen && entry.kind === 'asked' && <Answers id={entry.approvalId} />}
      <div className="row-details-call">
        <section>
          <h2>{t('timeline.way')}</h2>
          {known === undefined && <p>{t('app.loading')}</p>}
          {known?.error && <ErrorNote error={known.error} quiet />}
          {steps && (
            <>
              <PhaseList phases={phasesOf(steps, true)} />
              <details>
                <summary>{t('timeline.steps', { count: steps.length })}</summary>
                <ol className="row-details-steps mono">
                  {steps.map(({ name, milliseconds, outcome }) => (
                    <li key={name} className={outcome}>
                      <span>{name}</span>
                      <span>{t('timeline.ms', { milliseconds: hundredth(milliseconds) })}</span>
                    </li>
                  ))}
                </ol>
              </details>
            </>
          )}
          {known && !known.error && !steps && <p>{t(isOpen ? 'timeline.wayOpen' : 'timeline.wayForgotten')}</p>}
        </section>
        <section>
          <h2>{t('timeline.call')}</h2>
          <dl>
            <Fact name={t('audit.client')}>
              <CallerName caller={entry.caller} />
            </Fact>
            <Fact name={t('audit.capability')}>
              <CapabilityLink id={entry.capabilityId} className="mono" />
            </Fact>
            {entry.risk && (
              <Fact name={t('audit.risk')}>
                <RiskBadge risk={entry.risk} />
              </Fact>
            )}
            {known && !isOpen && (
              <Fact name={t('timeline.decision')}>
                <Decision known={known} />
              </Fact>
            )}
            {known?.way?.tainted && <Fact name={t('timeline.tainted')}>{t('timeline.taintedText')}</Fact>}
          </dl>
          {Object.keys(entry.arguments).length > 0 && <JsonView value={entry.arguments} label={t('popUp.arguments')} />}
          <UndoButton requestId={entry.requestId} />
        </section>
      </div>
    </>
  )
}
