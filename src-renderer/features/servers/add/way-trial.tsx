/**
 * Way trial: tests the way to a server, shows what works, asks about what a person must accept, and adds the server.
 *
 * Guards invariant 4: a host key, a certificate or a node is sent as the person saw it. The test changes nothing.
 */
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { questionOf, type WayPartReport, type WayQuestion } from '@shared/servers/server-way.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { type RequestState, useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { errorText } from '../../../ui/messages/error-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import './way-trial.css'

export interface WayTrial extends Pick<RequestState, 'busy' | 'error'> {
  /** Of the last test. */
  readonly reports: readonly WayPartReport[] | undefined
  readonly question: WayQuestion | undefined
  test(given: GivenServer): Promise<void>
  /** Forgets the last test: what was entered has changed. */
  reset(): void
  accept(question: WayQuestion): Promise<void>
  add(): Promise<void>
}

/** Asked by the first part that failed for it. */
export const questionIn = (reports: readonly WayPartReport[]): WayQuestion | undefined =>
  reports.flatMap((report) => (report.state === 'failed' ? (questionOf(report.problem) ?? []) : []))[0]

export const useWayTrial = (onAdded: (server: Server) => void): WayTrial => {
  const { busy, error, send, reset } = useRequest()
  const [given, setGiven] = useState<GivenServer>()
  const [reports, setReports] = useState<readonly WayPartReport[]>()
  const test = async (next: GivenServer) => {
    setGiven(next)
    setReports(undefined)
    const result = await send(attempt('servers:try-way', next))
    if (result.ok) setReports(result.value)
  }
  return {
    busy,
    error,
    reports,
    question: reports && questionIn(reports),
    test,
    reset: () => {
      setReports(undefined)
      reset()
    },
    accept: async ({ kind, value }) => {
      if (given) await test({ ...given, server: { ...given.server, [kind]: value } })
    },
    add: async () => {
      if (!given) return
      const result = await send(attempt('servers:add', given))
      if (result.ok) onAdded(result.value)
    },
  }
}

interface WayQuestionProps {
  readonly question: WayQuestion
  readonly busy: boolean
  readonly onAccept: () => void
  /** A changed key can be accepted, with two clicks. Without it never: it may be another machine. */
  readonly mayAcceptChanged?: true
}

export const WayQuestionCard = ({ question, busy, onAccept, mayAcceptChanged }: WayQuestionProps) => {
  const { t } = useTranslation()
  /** The changed value whose change the person can explain. */
  const [explained, setExplained] = useState<string>()
  const isChanged = question.kind !== 'node' && question.isChanged
  const words = isChanged ? 'changed' : question.kind
  return (
    <div className="way-question" role="alert">
      <Icon name={isChanged ? 'warning' : 'shield'} />
      <div>
        <b>{t(`addWay.question.${words}.title`)}</b>
        <p>{t(`addWay.question.${words}.text`)}</p>
        <p className="mono private">{visibleText(question.value)}</p>
        {!isChanged && (
          <Button size="s" disabled={busy} onClick={onAccept}>
            {t(`addWay.question.${words}.accept`)}
          </Button>
        )}
        {isChanged && mayAcceptChanged && explained !== question.value && (
          <Button size="s" disabled={busy} onClick={() => setExplained(question.value)}>
            {t('addWay.question.changed.explain')}
          </Button>
        )}
        {isChanged && mayAcceptChanged && explained === question.value && (
          <>
            <p>{t('addWay.question.changed.sure')}</p>
            <Button size="s" tone="danger" disabled={busy} onClick={onAccept}>
              {t('addWay.question.changed.accept')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Each part of the way, and why it does not work. */
export const WayParts = ({ reports }: { readonly reports: readonly WayPartReport[] }) => (
  <ul className="way-parts">
    {reports.map((report) => (
      <PartRow key={report.part} report={report} />
    ))}
  </ul>
)

const PartRow = ({ report }: { readonly report: WayPartReport }) => {
  const { t } = useTranslation()
  const { part, state } = report
  const problem = state === 'failed' ? errorText(report.problem, t) : undefined
  const isUsed = state === 'failed' && report.problem.details?.reason === 'other-key-use'
  return (
    <li className={state}>
      <Icon name={state === 'works' ? 'done' : state === 'failed' ? 'warning' : 'open'} />
      <div>
        <b>{t(`addWay.part.${part}`)}</b>
        {problem ? (
          <p>
            {problem.details || problem.message} {problem.details === '' && problem.suggestion}
          </p>
        ) : (
          <p>{t(`addWay.${state}.${part}`)}</p>
        )}
      </div>
      <span className="way-state">{t(`addWay.state.${isUsed ? 'used' : state}`)}</span>
    </li>
  )
}

export interface WayResultProps {
  readonly trial: WayTrial
  /** What the server is called. */
  readonly name: string
}

/** What the test found, and the button that adds the server. */
export const WayResult = ({ trial, name }: WayResultProps) => {
  const { t } = useTranslation()
  const { reports, question, busy, error } = trial
  const works = reports?.some(({ state }) => state === 'works') ?? false
  const isWhole = reports?.every(({ state }) => state !== 'failed') ?? false
  const box = useRef<HTMLDivElement>(null)
  // What the test found stands below the form, often below the edge of the window.
  useEffect(() => {
    if (reports || error) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [reports, error])
  return (
    <div className="way-result" role="status" aria-busy={busy} ref={box}>
      {busy && reports === undefined && <p>{t('addWay.testing')}</p>}
      {error && <ErrorNote title={t('addServer.failed')} error={error} />}
      {question && <WayQuestionCard question={question} busy={busy} onAccept={() => void trial.accept(question)} />}
      {reports && !question && (
        <>
          <h3>{isWhole ? t('addWay.ready', { name: visibleText(name) }) : t('addWay.partly')}</h3>
          <p className="way-note">{t('addWay.nothingChanged')}</p>
          <WayParts reports={reports} />
          {works && (
            <Button tone={isWhole ? 'go' : 'plain'} disabled={busy} onClick={() => void trial.add()}>
              {t(isWhole ? 'addWay.add' : 'addWay.addWithout')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
