/** Stack frame: the frame of the question list: the count, the Back button, and what closing does. */
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { KeyHint } from '../../../ui/text/key-hint.js'

export interface StackFrameProps {
  readonly count: number
  readonly frame: Ref<HTMLDivElement>
  readonly onBack: () => void
  readonly children: ReactNode
}

export const StackFrame = ({ count, frame, onBack, children }: StackFrameProps) => {
  const { t } = useTranslation()
  return (
    <main className="pop-up-main">
      <div key="stack" className="pop-up stacked" role="alertdialog" aria-labelledby="stack-title" ref={frame}>
        <header className="pop-up-header stack-header">
          <h1 id="stack-title">{t('approvals.waiting', { count })}</h1>
        </header>
        <div className="pop-up-body">
          <div className="pop-up-content">{children}</div>
        </div>
        <footer className="pop-up-footer">
          <span className="pop-up-then">{t('stack.hint')}</span>
          <Button size="s" aria-label={t('stack.back')} aria-keyshortcuts="Escape" onClick={onBack}>
            {t('stack.back')} <KeyHint>Esc</KeyHint>
          </Button>
          <p className="pop-up-closing">{t('popUp.closing', { count })}</p>
        </footer>
      </div>
    </main>
  )
}
