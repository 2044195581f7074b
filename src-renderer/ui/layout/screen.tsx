/** Screen: the title bar, and below it the content or the reason why there is none. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noResponse } from '../../bridge.js'
import { Button } from '../buttons/button.js'
import { ErrorNote } from '../messages/error-note.js'
import './screen.css'

export interface ScreenProps {
  readonly title: string
  /** Goes back to where this came from. */
  readonly onBack?: (() => void) | undefined
  readonly bar?: ReactNode
  readonly status?: 'loading' | 'ready' | 'failed'
  readonly children: ReactNode
}

export const Screen = ({ title, onBack, bar, status = 'ready', children }: ScreenProps) => {
  const { t } = useTranslation()
  return (
    <main className="screen">
      <div className="screen-bar">
        {onBack && (
          <Button tone="quiet" size="s" icon="left" aria-label={t('app.back')} title={t('app.back')} onClick={onBack} />
        )}
        <h1>{title}</h1>
        {bar}
      </div>
      <div className="screen-content">
        {status === 'ready' && children}
        {status === 'loading' && <p className="screen-loading">{t('app.loading')}</p>}
        {status === 'failed' && (
          <div className="screen-failed">
            <ErrorNote error={{ code: noResponse, message: '' }} />
          </div>
        )}
      </div>
    </main>
  )
}
