/**
 * Long text: untrusted text, isolated and truncated, with the rest one click away.
 *
 * Guards invariant 5: no text can push the buttons away or change the direction of the text around it.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MaskedText } from './masked-text.js'
import { shortened } from './visible-text.js'
import './long-text.css'

export interface LongTextProps {
  readonly text: string
  readonly limit: number
  readonly expandable?: boolean
  readonly className?: string
  /** Shown on hover. */
  readonly title?: string | undefined
}

export const LongText = ({ text, limit, expandable = false, className = '', title }: LongTextProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const short = shortened(text, limit)
  const long = short.length < text.length
  return (
    <>
      <bdi className={`untrusted ${open ? 'long-text-open' : ''} ${className}`} title={title}>
        <MaskedText text={open || !long ? text : `${short}…`} />
      </bdi>
      {long && expandable && (
        <>
          {' '}
          <button type="button" className="long-text-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('text.less') : t('text.more', { count: text.length })}
          </button>
        </>
      )}
    </>
  )
}
