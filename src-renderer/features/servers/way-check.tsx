/**
 * Way check: tests each part of the way to an added server that runs elsewhere, and asks what its owner must accept.
 *
 * Guards invariant 4: a host key, a certificate or a node is sent as the person saw it.
 */
import type { ContractError } from '@contract/generated/error.js'
import type { Server } from '@shared/servers/server.js'
import { questionOf, type WayPartReport, type WayQuestion } from '@shared/servers/server-way.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { questionIn, WayParts, WayQuestionCard } from './add/way-trial.js'

export interface WayCheckState {
  readonly busy: boolean
  readonly reports: readonly WayPartReport[] | undefined
  readonly error: ContractError | undefined
  readonly run: () => Promise<void>
  /** Accepts what was asked, and connects. */
  readonly accept: (question: WayQuestion) => Promise<void>
}

export const useWayCheck = (id: string): WayCheckState => {
  const [reports, setReports] = useState<readonly WayPartReport[]>()
  const { busy, error, send } = useRequest()
  return {
    busy,
    reports,
    error,
    run: async () => {
      const result = await send(attempt('servers:check-way', { id }))
      setReports(result.ok ? result.value : undefined)
    },
    accept: async ({ kind, value }) => {
      const result = await send(attempt('servers:edit', { id, [kind]: value }))
      if (result.ok) setReports(undefined)
    },
  }
}

export interface WayCheckProps {
  readonly server: Pick<Server, 'state' | 'problem'>
  readonly check: WayCheckState
}

/** What stops the connection is asked before anything that a test finds. */
export const WayCheck = ({ server, check }: WayCheckProps) => {
  const { t } = useTranslation()
  const { busy, reports, error } = check
  const { state, problem } = server
  const stopping = state === 'offline' && problem ? questionOf(problem) : undefined
  const question = stopping ?? (reports && questionIn(reports))
  return (
    <div className="way-result">
      {question && (
        <WayQuestionCard
          question={question}
          busy={busy}
          mayAcceptChanged
          onAccept={() => void check.accept(question)}
        />
      )}
      <div role="status" aria-label={t('serverCare.test')} aria-busy={busy} className="way-result">
        {busy && reports === undefined && <p>{t('addWay.testing')}</p>}
        {reports && !question && <WayParts reports={reports} />}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
