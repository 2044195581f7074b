/** Details: exactly what would be sent (invariant 3). Open from the start when the question leaves anything of it out. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenApproval } from '../../../src-main/contract/approval.js'
import { Icon } from '../../ui/icon.js'
import { JsonView } from '../../ui/json-view.js'
import { visibleText } from '../../ui/visible-text.js'

export interface DetailsProps {
  readonly question: OpenApproval
  readonly startsOpen: boolean
  readonly suffix: string
}

export const Details = ({ question, startsOpen, suffix }: DetailsProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(startsOpen)
  return (
    <div className="question-details">
      <button type="button" aria-expanded={open} aria-controls={`details${suffix}`} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'right'} size={12} />
        {t('popUp.details')}
      </button>
      <div id={`details${suffix}`} hidden={!open}>
        <div className="question-capability untrusted">
          {visibleText(question.capabilityId)} <span>{visibleText(question.capabilityVersion)}</span>
        </div>
        <JsonView value={question.arguments} label={t('popUp.arguments')} whole />
        {question.before && (
          <>
            <div className="question-before">{t('popUp.before')}</div>
            <JsonView value={question.before} label={t('popUp.before')} />
          </>
        )}
      </div>
    </div>
  )
}
