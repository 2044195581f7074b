/** Answer buttons: deny here, or review in the pop-up. */
import { useTranslation } from 'react-i18next'
import { Button } from './button.js'

export interface AnswerButtonsProps {
  readonly className: string
  readonly busy: boolean
  readonly onDeny: () => void
  readonly onReview: () => void
}

export const AnswerButtons = ({ className, busy, onDeny, onReview }: AnswerButtonsProps) => {
  const { t } = useTranslation()
  return (
    <div className={className}>
      <Button size="s" disabled={busy} onClick={onDeny}>
        {t('approval.deny')}
      </Button>
      <Button size="s" tone="go" disabled={busy} onClick={onReview}>
        {t('approval.review')}
      </Button>
    </div>
  )
}
