/** Question stack: all waiting questions as one list: choose with the arrow keys, answer by groups. */

import type { Decision, OpenApproval } from '@shared/approvals/approval.js'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callSentence, capabilityValue } from '../../../sentences/call-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { Button } from '../../../ui/buttons/button.js'
import { Avatar } from '../../../ui/names/avatar.js'
import { CallerName, callerName } from '../../../ui/names/caller-name.js'
import { RiskBadge } from '../../../ui/names/risk-badge.js'
import { ServerName, useServerName } from '../../../ui/names/server-name.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'
import { CountdownRing } from '../../../ui/time/countdown-ring.js'
import { maxListedWordLength, type QuestionGroup } from '../question-groups.js'
import { useTabbedButton } from './use-tabbed-button.js'
import './question-stack.css'

export interface QuestionStackProps {
  readonly groups: readonly QuestionGroup[]
  /** The question that was shown before. */
  readonly chosen: string
  readonly ready: boolean
  /** The pop-up does not have the focus: nothing can be approved before a click into it, or a key. */
  readonly isAway: boolean
  readonly deciding: boolean
  readonly onOpen: (id: string) => void
  readonly onDecide: (questions: readonly OpenApproval[], decision: Decision) => void
}

const Row = ({ question, onOpen }: { readonly question: OpenApproval; readonly onOpen: (id: string) => void }) => (
  <li>
    <button type="button" className="stack-row" data-question={question.id} onClick={() => onOpen(question.id)}>
      <RiskBadge risk={question.risk} size="mark" />
      <span className="stack-sentence">
        <SentenceText sentence={callSentence(question, 'title', question.capabilityName)} limit={maxListedWordLength} />
      </span>
      <CountdownRing from={question.askedAt} until={question.expiresAt} held={question.held === true} />
    </button>
  </li>
)

/** The row that the arrow keys go to from the one that has the focus. */
const adjacentRow = (rows: readonly HTMLElement[], key: string): HTMLElement | undefined => {
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key === 'ArrowDown') return rows[Math.min(rows.length - 1, at + 1)]
  return key === 'ArrowUp' ? rows[Math.max(0, at - 1)] : undefined
}

export const QuestionStack = ({ groups, chosen, ready, isAway, deciding, onOpen, onDecide }: QuestionStackProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const list = useRef<HTMLDivElement>(null)
  const tabbed = useTabbedButton()
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.stack-row') ?? [])]

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list opens
  useEffect(
    () =>
      rows()
        .find((row) => row.dataset.question === chosen)
        ?.focus(),
    [],
  )

  const onKey = (event: KeyboardEvent) => {
    const next = adjacentRow(rows(), event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows within are buttons; the arrow keys move the focus between them
    <div className="stack" ref={list} onKeyDown={onKey}>
      {groups.map(({ key, questions, mayApprove }) => {
        const [first] = questions
        if (first === undefined) return null
        const word = capabilityValue(first.capabilityId, first.capabilityName)
        const count = questions.length
        return (
          <section
            key={key}
            className="stack-group"
            aria-label={`${callerName(first.caller, t)}, ${nameOf(first.server)}`}
          >
            <header>
              <Avatar caller={first.caller} size="s" alarm={first.risk === 'critical'} />
              <div className="stack-who">
                <CallerName caller={first.caller} className="stack-caller" />
                <span>
                  {word.kind === 'own' ? t(word.key) : word.kind === 'name' && <Name text={word.text} />}
                  <span aria-hidden="true"> · </span>
                  <ServerName server={first.server} />
                </span>
              </div>
              {count > 1 && (
                <div className="stack-answers">
                  <Button size="s" disabled={deciding} onClick={() => onDecide(questions, 'deny')}>
                    {t('stack.deny', { count })}
                  </Button>
                  {mayApprove && (
                    <Button
                      {...tabbed}
                      size="s"
                      tone="go"
                      disabled={!ready || deciding}
                      onClick={() => onDecide(questions, 'approve')}
                    >
                      {isAway && <Icon name="lock" size={14} />}
                      {t(isAway ? 'asks.clickFirst' : 'stack.approve', { count })}
                    </Button>
                  )}
                </div>
              )}
            </header>
            <ul>
              {questions.map((question) => (
                <Row key={question.id} question={question} onOpen={onOpen} />
              ))}
            </ul>
            {count > 1 && !mayApprove && <p className="stack-note">{t('stack.oneByOne')}</p>}
          </section>
        )
      })}
    </div>
  )
}
