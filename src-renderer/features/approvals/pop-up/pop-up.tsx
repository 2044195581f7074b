/**
 * Pop-up: shows one question at a time, the oldest first, or all of them as a list.
 *
 * Guards "the safe choice is one key away": Escape denies, no single key approves, and the initial focus is on the question
 * and on no button.
 */

import { narrowestScope } from '@shared/approvals/answer-choice.js'
import type { AnswerScope, Decision, OpenApproval } from '@shared/approvals/approval.js'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribe } from '../../../bridge.js'
import { approvals } from '../../../state/feeds.js'
import { personNames } from '../../../ui/names/person-name.js'
import { isShownWhole } from '../../../ui/text/json-view.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { useBuild } from '../build/use-build.js'
import { hasHiddenWords } from '../hidden-words.js'
import { describeRequest, QuestionFacts } from '../question-facts.js'
import { groupsOf } from '../question-groups.js'
import { shownOf, waiting } from '../question-queue.js'
import { FailedAnswer } from './failed-answer.js'
import { Footer } from './footer.js'
import { Header } from './header.js'
import { QuestionStack } from './question-stack.js'
import { Reveal, useRevealed } from './reveal.js'
import { StackFrame } from './stack-frame.js'
import { useApproveGuard } from './use-approve-guard.js'
import { type DecisionScope, useDecision } from './use-decision.js'
import { usePausedCountdown } from './use-paused-countdown.js'
import { useReadToEnd } from './use-read-to-end.js'
import { useReportedHeight } from './use-reported-height.js'
import { useReportedQuestions } from './use-reported-question.js'
import './pop-up.css'

/** Requests reported to main as shown in the list; a group approval covers these only. */
const maxListed = 100

const turns: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** How many people must agree, and who has, where one is not enough. */
const Quorum = ({ question: { needed, agreed } }: { readonly question: OpenApproval }) => {
  const { t } = useTranslation()
  if (needed < 2) return null
  const names = personNames(agreed.map(visibleText).join(', '), t)
  return (
    <p className="pop-up-quorum" role="status">
      {agreed.length === 0
        ? t('popUp.quorum', { needed })
        : t('popUp.quorumLeft', { names, count: needed - agreed.length })}
    </p>
  )
}

export const PopUp = ({ first }: { readonly first: string | undefined }) => {
  const { t } = useTranslation()
  const { value: open, status } = approvals.use()
  const { deciding, answered, failed, decide, decideAll, forget } = useDecision()
  const [chosen, setChosen] = useState(first)
  const queue = useMemo(() => waiting(open, answered), [open, answered])
  const { question, index } = shownOf(queue, chosen)
  const unreadable = useMemo(() => question !== undefined && !isShownWhole(question.arguments), [question])
  const revealed = useRevealed(question)
  const hasHidden = useMemo(() => question !== undefined && hasHiddenWords(question), [question])
  const mustReveal = hasHidden && !revealed.wasOn
  const seen = revealed.question
  const described = useMemo(() => seen && describeRequest(seen), [seen])
  const id = question?.id
  const [answer, setAnswer] = useState<{ readonly id: string; readonly scope: AnswerScope }>()
  // The choice resets with every request.
  const scope = answer?.id === id && answer !== undefined ? answer.scope : narrowestScope
  const [wantsStack, setWantsStack] = useState(false)
  const stacked = wantsStack && queue.length > 1
  const groups = useMemo(() => (stacked ? groupsOf(queue) : []), [stacked, queue])
  const read = stacked ? queue.slice(0, maxListed).map((each) => each.id) : [id].filter((each) => each !== undefined)
  const build = useBuild(stacked ? undefined : seen)
  const view = stacked ? `all ${read.join(' ')}` : build ? `${id} ${build.key}` : id
  const gate = useApproveGuard(view)
  const { isRead, body } = useReadToEnd(view)
  // What is out of view was not shown, so main does not begin to count.
  const isSeen = isRead && !mustReveal && build?.isSeen !== false
  useReportedQuestions(stacked || isSeen ? view : undefined, read, gate.reported)
  usePausedCountdown(read)
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useReportedHeight(view, build !== undefined)

  useEffect(() => {
    if (status === 'ready') setChosen(id)
    if (queue.length < 2) setWantsStack(false)
  }, [id, status, queue.length])

  const openOne = useCallback((wanted: string) => {
    setChosen(wanted)
    setWantsStack(false)
  }, [])

  useEffect(() => subscribe('pop-up:show', (message) => openOne(message.id)), [openOne])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question takes the focus away from the buttons of the last
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id, stacked])

  // An error shown before the pop-up closed does not apply to the question that opens it again.
  const empty = queue.length === 0
  const wasEmpty = useRef(empty)
  useEffect(() => {
    if (wasEmpty.current && !empty) forget()
    wasEmpty.current = empty
  }, [empty, forget])

  const deny = useCallback(() => {
    if (question !== undefined && !deciding) void decide(question, 'deny')
  }, [question, deciding, decide])

  const turn = useCallback(
    (by: 1 | -1) => {
      const next = queue[index + by]
      if (next && !deciding) setChosen(next.id)
    },
    [queue, index, deciding],
  )

  const answerTogether = (questions: readonly OpenApproval[], decision: Decision) => {
    if (deciding || (decision === 'approve' && (view === undefined || !gate.allows(view)))) return
    void decideAll(questions, decision)
  }

  const mayApprove = () =>
    question !== undefined && !deciding && !unreadable && isSeen && view !== undefined && gate.allows(view)

  const approve = (reach: DecisionScope) => {
    if (question === undefined || !mayApprove()) return
    void decide(question, 'approve', reach)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing) return
      const by = event.altKey && !stacked ? turns[event.key] : undefined
      if (event.key !== 'Escape' && by === undefined) return
      event.preventDefault()
      if (by !== undefined) turn(by)
      else if (stacked) setWantsStack(false)
      else deny()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [deny, turn, stacked])

  if (question === undefined || seen === undefined || described === undefined) {
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
  if (stacked) {
    return (
      <StackFrame count={queue.length} frame={frame} onBack={() => setWantsStack(false)}>
        {failed && <FailedAnswer failed={failed} alone />}
        <QuestionStack
          groups={groups}
          chosen={question.id}
          ready={gate.ready}
          isAway={gate.isAway}
          deciding={deciding}
          onOpen={openOne}
          onDecide={answerTogether}
        />
      </StackFrame>
    )
  }
  return (
    <main className="pop-up-main">
      <div
        key="one"
        className={`pop-up risk-${question.risk} ${build ? 'wide' : ''}`}
        role="alertdialog"
        aria-labelledby="question"
        aria-describedby="risk undo"
        ref={frame}
      >
        <Header
          question={seen}
          {...described}
          heading={heading}
          place={index + 1}
          places={queue.length}
          onTurn={turn}
          onStack={() => setWantsStack(true)}
          locked={deciding}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className="pop-up-body" key={id} ref={body} role="group" tabIndex={0} aria-label={t('popUp.body')}>
          <div className="pop-up-content">
            {failed && <FailedAnswer failed={failed} alone={failed.question.id !== question.id} />}
            <Quorum question={question} />
            <QuestionFacts key={question.id} question={seen} {...described} scope={scope} build={build} />
            <Reveal question={question} revealed={revealed} />
          </div>
        </div>
        <Footer
          key={`${question.id} footer`}
          question={question}
          scope={scope}
          ready={gate.ready}
          isRead={isRead}
          isDrawn={build?.isSeen !== false}
          isRefused={build?.isRefused === true}
          mustReveal={mustReveal}
          isAway={gate.isAway}
          deciding={deciding}
          unreadable={unreadable}
          places={queue.length}
          onScope={(wanted) => setAnswer({ id: question.id, scope: wanted })}
          onRelabelled={gate.relabelled}
          mayApprove={mayApprove}
          onDeny={deny}
          onApprove={approve}
        />
      </div>
    </main>
  )
}
