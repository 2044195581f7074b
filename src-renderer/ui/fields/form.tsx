/** Form: sends what a person typed, without the checks of the browser. Escape closes it where it can be closed. */

import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../buttons/button.js'

export interface FormProps {
  readonly label?: string
  readonly className: string
  readonly ref?: Ref<HTMLFormElement>
  readonly onSubmit: () => Promise<void> | void
  readonly onClose?: () => void
  readonly children: ReactNode
}

export const Form = ({ label, className, ref, onSubmit, onClose, children }: FormProps) => (
  <form
    className={className}
    aria-label={label}
    ref={ref}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose?.()
    }}
  >
    {children}
  </form>
)

export interface SubmitButtonsProps {
  readonly label: string
  readonly busy?: boolean
  readonly onCancel: () => void
}

export const SubmitButtons = ({ label, busy = false, onCancel }: SubmitButtonsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Button tone="quiet" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
      <Button tone="go" type="submit" disabled={busy}>
        {label}
      </Button>
    </>
  )
}
