/**
 * Details: the exact arguments (invariant 3), beside the sentence about the undo. Values with secret names are hidden until
 * a person reveals them (invariant 8).
 *
 * Open by default when the question does not show every argument.
 */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { maskSecrets } from '@shared/text/secret-names.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { JsonView } from '../../ui/text/json-view.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'

export interface DetailsProps {
  readonly question: OpenApproval
  readonly startsOpen: boolean
  readonly suffix: string
  /** Stands on the line of the button. */
  readonly children: ReactNode
}

export const Details = ({ question, startsOpen, suffix, children }: DetailsProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(startsOpen)
  const [secretsShown, setSecretsShown] = useState(false)
  const given = maskSecrets(question.arguments)
  const before = maskSecrets(question.before)
  const secrets = given.count + before.count
  return (
    <div className="question-details">
      <div className="question-end">
        {children}
        <button type="button" aria-expanded={open} aria-controls={`details${suffix}`} onClick={() => setOpen(!open)}>
          {t('popUp.details')}
          <Icon name={open ? 'down' : 'right'} size={12} />
        </button>
      </div>
      {!startsOpen && <span data-needed-end />}
      <div id={`details${suffix}`} hidden={!open}>
        <div className="question-capability untrusted">
          {visibleText(question.capabilityId)} <span>{visibleText(question.capabilityVersion)}</span>
        </div>
        <JsonView value={secretsShown ? question.arguments : given.value} label={t('popUp.arguments')} whole />
        {secrets > 0 && (
          <Button size="s" tone="quiet" aria-pressed={secretsShown} onClick={() => setSecretsShown(!secretsShown)}>
            {t(secretsShown ? 'popUp.hideSecrets' : 'popUp.showSecrets', { count: secrets })}
          </Button>
        )}
        {question.before && (
          <>
            <div className="question-before">{t('popUp.before')}</div>
            <JsonView value={secretsShown ? question.before : before.value} label={t('popUp.before')} />
          </>
        )}
      </div>
      {startsOpen && <span data-needed-end />}
    </div>
  )
}
