/** Risk line: the risk of a request and the one reason why it asks, by shape, colour and words. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { type AskReason, asPhrase, riskLineOf } from '@shared/approvals/risk-line.js'
import { useTranslation } from 'react-i18next'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import './risk-line.css'

export interface ReasonTextProps {
  readonly reason: AskReason
  /** As it follows other words. */
  readonly phrase?: boolean
}

/** Words of ours, or the text of the owner or a provider, isolated. */
export const ReasonText = ({ reason: { key, text = '' }, phrase = false }: ReasonTextProps) => {
  const { t, i18n } = useTranslation()
  if (key === undefined || !i18n.exists(key)) return <LongText text={visibleText(text)} limit={200} expandable />
  return phrase ? asPhrase(t(key)) : t(key)
}

/** @param id names it for what it describes */
export const RiskLine = ({ question, id }: { readonly question: OpenApproval; readonly id?: string }) => {
  const { reason } = riskLineOf(question)
  return (
    <p className={`risk-line ${question.risk}`} id={id}>
      <RiskBadge risk={question.risk} size="short" />
      {(reason.key ?? reason.text) !== undefined && (
        <span>
          <span aria-hidden="true">· </span>
          <ReasonText reason={reason} phrase />
        </span>
      )}
    </p>
  )
}
