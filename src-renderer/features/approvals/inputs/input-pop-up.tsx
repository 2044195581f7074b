/**
 * Input pop-up: one request of a service to the person: a form, an address to open, or a request for the AI model.
 *
 * Guards "the safe choice is one key away": Escape cancels, the focus begins on no button, and the request must have been in
 * sight for a second before anything is sent.
 */

import type { InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { CallerName } from '../../../ui/names/caller-name.js'
import { KeyHint } from '../../../ui/text/key-hint.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'
import { secondsUntil, useNow } from '../../../ui/time/clock.js'
import { CountdownRing } from '../../../ui/time/countdown-ring.js'
import { useApproveGuard } from '../pop-up/use-approve-guard.js'
import { useReportedHeight } from '../pop-up/use-reported-height.js'
import { useReportedQuestions } from '../pop-up/use-reported-question.js'
import { useTabbedButton } from '../pop-up/use-tabbed-button.js'
import { InputContentView } from './input-content.js'
import { asksForSecret, draftOf, draftProblems, type InputDraft, valuesOf } from './input-draft.js'
import { InputFields } from './input-fields.js'
import './inputs.css'

export interface InputPopUpProps {
  readonly request: OpenInputRequest
  /** The input entered before the person opened another request. */
  readonly kept: InputDraft | undefined
  readonly onKeep: (draft: InputDraft) => void
  /** Number of waiting approvals. */
  readonly approvals: number
  readonly onApprovals: () => void
}

const none = new Map()

export const InputPopUp = ({ request, kept, onKeep, approvals, onApprovals }: InputPopUpProps) => {
  const { t } = useTranslation()
  const { id, content, server, caller, capabilityId, capabilityName } = request
  const fields = content.kind === 'form' ? content.fields : []
  const [draft, setDraft] = useState(() => kept ?? draftOf(fields))
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const gate = useApproveGuard(id)
  const frame = useReportedHeight(id)
  const heading = useRef<HTMLHeadingElement>(null)
  const tabbed = useTabbedButton()
  const seconds = secondsUntil(request.expiresAt, useNow())
  useReportedQuestions(id, [id], gate.reported)
  const problems = tried ? draftProblems(fields, draft) : none

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const answer = useCallback(
    (given: InputSubmission) => send(attempt('inputs:answer', { id, answer: given })),
    [id, send],
  )

  const accept = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !gate.allows(id)) return
    setTried(true)
    if (draftProblems(fields, draft).size > 0) return
    void answer({ action: 'accept', ...(content.kind === 'form' && { values: valuesOf(fields, draft) }) })
  }

  const enter = (name: string, entered: InputDraft[string]) => {
    const next = { ...draft, [name]: entered }
    setDraft(next)
    onKeep(next)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || busy) return
      event.preventDefault()
      void answer({ action: 'cancel' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [answer, busy])

  return (
    <main className="pop-up-main">
      <div className="pop-up input-pop-up" role="alertdialog" aria-labelledby="input-title" ref={frame}>
        <header className="pop-up-header">
          {approvals > 0 && (
            <div className="pop-up-pager">
              <button type="button" className="pop-up-all" onClick={onApprovals}>
                {t('inputs.approvals', { count: approvals })}
              </button>
            </div>
          )}
          <div className="pop-up-who">
            <span className="input-mark" aria-hidden="true">
              <Icon name="plug" />
            </span>
            <div className="pop-up-names">
              <Name text={server.name} className="pop-up-caller" />
              <div className="pop-up-claim">{t('inputs.service')}</div>
              <div className="pop-up-server">
                <span>{t('inputs.during')}</span>
                <Name text={capabilityName ?? capabilityId} />
                <span>· {t('inputs.calledBy')}</span>
                <CallerName caller={caller} />
              </div>
            </div>
          </div>
        </header>
        <div className="pop-up-body">
          <div className="pop-up-content">
            <form id="input-form" onSubmit={accept} noValidate>
              <h1 id="input-title" tabIndex={-1} ref={heading}>
                {t(`inputs.title.${content.kind}`)}
              </h1>
              <InputContentView content={content} />
              {content.kind === 'form' && (
                <InputFields fields={fields} draft={draft} problems={problems} onChange={enter} />
              )}
              {asksForSecret(fields) && (
                <p className="input-warning">
                  <Icon name="warning" />
                  {t('inputs.secret')}
                </p>
              )}
              {error && <ErrorNote error={error} />}
            </form>
          </div>
        </div>
        <div className="pop-up-footer">
          <CountdownRing from={request.askedAt} until={request.expiresAt} bare />
          <span className={`pop-up-then ${gate.isAway ? 'away' : ''}`}>
            {t(gate.isAway ? 'asks.away' : `inputs.until.${content.kind}`)}
          </span>
          <Button
            aria-label={t('inputs.cancel')}
            aria-keyshortcuts="Escape"
            disabled={busy}
            onClick={() => void answer({ action: 'cancel' })}
          >
            {t('inputs.cancel')} <KeyHint>Esc</KeyHint>
          </Button>
          <Button disabled={busy} onClick={() => void answer({ action: 'decline' })}>
            {t('inputs.decline')}
          </Button>
          <Button {...tabbed} type="submit" form="input-form" tone="go" disabled={!gate.ready || busy || seconds === 0}>
            {t(gate.isAway ? 'asks.clickFirst' : `inputs.accept.${content.kind}`)}
          </Button>
        </div>
      </div>
    </main>
  )
}
