/**
 * Pop-up: one question at a time, the oldest first.
 *
 * Guards "the safe choice is one key away": Escape denies, no single key approves, the focus begins on the question and on no button.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribe } from '../../../bridge.js'
import { approvals } from '../../../state/feeds.js'
import { Icon } from '../../../ui/icon.js'
import { isShownWhole } from '../../../ui/json-view.js'
import { shownOf, waiting } from '../question-queue.js'
import { FailedAnswer } from './failed-answer.js'
import { Footer } from './footer.js'
import { Header } from './header.js'
import { QuestionBody } from './question-body.js'
import { Reveal, useRevealed } from './reveal.js'
import { useApproveGuard } from './use-approve-guard.js'
import { type Reach, useDecision } from './use-decision.js'
import { useHeldQuestion } from './use-held-question.js'
import { useReportedHeight } from './use-reported-height.js'
import { useReportedQuestion } from './use-reported-question.js'
import './pop-up.css'

export const PopUp = ({ first }: { readonly first: string | undefined }) => {
  const { t } = useTranslation()
  const { value: open, status } = approvals.use()
  const { deciding, answered, failed, decide, forget } = useDecision()
  const [chosen, setChosen] = useState(first)
  const queue = useMemo(() => waiting(open, answered), [open, answered])
  const { question, index } = shownOf(queue, chosen)
  const unreadable = useMemo(() => question !== undefined && !isShownWhole(question.arguments), [question])
  const revealed = useRevealed(question)
  const seen = revealed.question
  const gate = useApproveGuard(question?.id)
  useReportedQuestion(question?.id, gate.reported)
  useHeldQuestion(question?.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useReportedHeight(question?.id)
  const id = question?.id

  useEffect(() => {
    if (status === 'ready') setChosen(id)
  }, [id, status])

  useEffect(() => subscribe('pop-up:show', (message) => setChosen(message.id)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question takes the focus away from the buttons of the last
  useEffect(() => heading.current?.focus(), [id])

  // An error told in a pop-up that has gone since says nothing about the question that brings it back.
  const empty = queue.length === 0
  const wasEmpty = useRef(empty)
  useEffect(() => {
    if (wasEmpty.current && !empty) forget()
    wasEmpty.current = empty
  }, [empty, forget])

  const deny = useCallback(() => {
    if (question !== undefined && !deciding) void decide(question, 'deny')
  }, [question, deciding, decide])

  const approve = (reach: Reach) => {
    if (question === undefined || deciding || unreadable || !gate.allows(question.id)) return
    void decide(question, 'approve', reach)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.isComposing) return
      event.preventDefault()
      deny()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [deny])

  if (question === undefined || seen === undefined) {
    return (
      <main className="pop-up-main">
        <div className="pop-up" ref={frame}>
          {failed && <FailedAnswer failed={failed} alone />}
          <div className="pop-up-nothing">
            <Icon name="shield" />
            <h1 tabIndex={-1} ref={heading}>
              {t(status === 'loading' ? 'popUp.loading' : 'popUp.nothing')}
            </h1>
          </div>
        </div>
      </main>
    )
  }
  return (
    <main className="pop-up-main">
      <div
        className={`pop-up risk-${question.risk}`}
        role="alertdialog"
        aria-labelledby="question"
        aria-describedby="facts"
        ref={frame}
      >
        <Header
          question={seen}
          place={index + 1}
          places={queue.length}
          onTurn={(by) => setChosen(queue[index + by]?.id)}
          locked={deciding}
        />
        <div className="pop-up-body">
          <div className="pop-up-content">
            {failed && <FailedAnswer failed={failed} alone={failed.question.id !== question.id} />}
            <QuestionBody key={question.id} question={seen} heading={heading} />
            <Reveal question={question} revealed={revealed} />
          </div>
        </div>
        <Footer
          key={`${question.id} footer`}
          question={question}
          ready={gate.ready}
          deciding={deciding}
          unreadable={unreadable}
          places={queue.length}
          onDeny={deny}
          onApprove={approve}
        />
      </div>
    </main>
  )
}
