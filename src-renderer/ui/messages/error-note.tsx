/** Error note: an error and its remedy. Details may come from a server: they are shown as text and truncated. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '../text/long-text.js'
import { Icon } from '../theme/icon.js'
import { type ErrorDescription, errorText } from './error-text.js'
import './error-note.css'

export interface ErrorNoteProps {
  readonly error: ErrorDescription
  /** The text of the failed attempt. */
  readonly title?: string
  /** Its subject, when that is no longer on the screen. */
  readonly about?: ReactNode
  readonly quiet?: boolean
}

export const ErrorNote = ({ error, title, about, quiet = false }: ErrorNoteProps) => {
  const { t } = useTranslation()
  const { message, suggestion, details } = errorText(error, t)
  return (
    <div className={`error-note ${quiet ? 'quiet' : ''}`} role={quiet ? undefined : 'alert'}>
      <Icon name="warning" />
      <div>
        {about && <div className="error-note-suggestion">{about}</div>}
        {title && <div className="error-note-title">{title}</div>}
        <LongText text={message} limit={280} expandable className={title ? '' : 'error-note-title'} />
        {suggestion && (
          <div className="error-note-suggestion">
            <LongText text={suggestion} limit={280} expandable />
          </div>
        )}
        {details && (
          <div className="error-note-details">
            {t('problem.details')} <LongText text={details} limit={280} expandable />
          </div>
        )}
      </div>
    </div>
  )
}
