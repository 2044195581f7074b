/** Call details: what happened to one call, step by step; behind "Details" its values and how the gateway handled it. */

import type { ContractError } from '@contract/generated/error.js'
import type { AuditRow } from '@shared/trail/audit.js'
import type { CallEntry, CallTrace, RequestedEntry } from '@shared/trail/live.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/navigation.js'
import { useQuestionActions } from '../../state/question-actions.js'
import { RequestDetails } from '../../story/request-details.js'
import { RequestStory } from '../../story/request-story.js'
import { AnswerButtons } from '../../ui/buttons/answer-buttons.js'
import { Button } from '../../ui/buttons/button.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { RefusalNote } from '../../ui/messages/refusal.js'
import { hundredths, tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { Icon } from '../../ui/theme/icon.js'
import { type CallPhase, phasesOf } from './call-phases.js'
import './phase-list.css'

interface Known {
  readonly way: CallTrace | null
  /** Oldest first. */
  readonly rows: readonly AuditRow[]
  readonly error: ContractError | undefined
}

/** Maximum rows of one request: asked, decided, begun, ended, and some more. */
const maxRows = 20

const read = async (requestId: string): Promise<Known> => {
  const [way, trail] = await Promise.all([
    attempt('live:way', { requestId }),
    attempt('audit:search', { request: requestId, limit: maxRows }),
  ])
  const failed = [way, trail].find(({ ok }) => !ok)
  return {
    way: way.ok ? way.value : null,
    rows: trail.ok ? trail.value.rows.toReversed() : [],
    error: failed && !failed.ok ? failed.error : undefined,
  }
}

/** Requests again once the call has ended. */
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

const QuestionButtons = ({ id }: { readonly id: string }) => {
  const { busy, error, deny, review } = useQuestionActions(id)
  return (
    <>
      {error && <ErrorNote error={error} />}
      <AnswerButtons className="row-details-answers" busy={busy} onDeny={deny} onReview={review} />
    </>
  )
}

export interface CallDetailsProps {
  readonly entry: CallEntry | RequestedEntry
  readonly isOpen: boolean
}

/** How the gateway handled it, as long as it remembers. */
const Phases = ({ way, isOpen }: { readonly way: CallTrace | null; readonly isOpen: boolean }) => {
  const { t } = useTranslation()
  const hundredth = useNumbers(hundredths)
  const steps = way?.steps
  return (
    <>
      <h3>{t('timeline.way')}</h3>
      {!steps && <p>{t(isOpen ? 'timeline.wayOpen' : 'timeline.wayForgotten')}</p>}
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
            {way.traceparent && <p className="mono">{t('timeline.traceparent', { traceparent: way.traceparent })}</p>}
          </details>
        </>
      )}
    </>
  )
}

export const CallDetails = ({ entry, isOpen }: CallDetailsProps) => {
  const { t } = useTranslation()
  const known = useKnown(entry.requestId)
  if (known === undefined) return <p>{t('app.loading')}</p>
  const { way, rows, error } = known
  return (
    <>
      {error && <ErrorNote error={error} quiet />}
      {rows.length > 0 && <RequestStory rows={rows} />}
      {rows.length === 0 && entry.kind === 'call' && entry.refused && (
        <RefusalNote refusal={entry.refused} risk={entry.risk} />
      )}
      {rows.length === 0 && entry.kind === 'call' && entry.error && !entry.refused && (
        <ErrorNote error={entry.error} quiet />
      )}
      {isOpen && entry.kind === 'asked' && <QuestionButtons id={entry.approvalId} />}
      <div className="row-details-ways">
        <UndoButton requestId={entry.requestId} />
        {rows.length > 0 && (
          <Button size="s" icon="history" onClick={() => goTo({ screen: 'audit', about: entry.requestId })}>
            {t('timeline.toAudit')}
          </Button>
        )}
      </div>
      <RequestDetails rows={rows}>
        <Phases way={way} isOpen={isOpen} />
      </RequestDetails>
    </>
  )
}

const Mark = ({ state }: Pick<CallPhase, 'state'>) => {
  if (state === 'done') return <Icon name="done" size={12} className="tone-go" />
  if (state === 'stopped') return <Icon name="refused" size={12} className="tone-redstone" />
  return <span className={`phase-ring ${state}`} />
}

/** The progress of a call, and the duration of each phase. */
const PhaseList = ({ phases }: { readonly phases: readonly CallPhase[] }) => {
  const { t } = useTranslation()
  const seconds = useNumbers(tenths)
  const short = useNumbers({ maximumFractionDigits: 1 })
  const time = (milliseconds: number) =>
    milliseconds >= 1_000
      ? t('time.shortSeconds', { seconds: seconds(milliseconds / 1_000) })
      : t('timeline.ms', { milliseconds: milliseconds < 10 ? short(milliseconds) : Math.round(milliseconds) })
  return (
    <ol className="phases">
      {phases.map(({ name, state, milliseconds }) => (
        <li key={name} className={`phase ${state}`}>
          <Mark state={state} />
          <span>{t(`timeline.phases.${name}.${state}`)}</span>
          {milliseconds > 0 && <span className="phase-note mono">{time(milliseconds)}</span>}
        </li>
      ))}
    </ol>
  )
}
