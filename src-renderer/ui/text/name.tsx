/** Name: a self-declared name on one line, in full on hover, and flagged when its letters are misleading. */

import { confusionOf } from '@shared/text/confusable-name.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../theme/icon.js'
import { MaskedText } from './masked-text.js'
import { shortened, visibleText } from './visible-text.js'

export interface NameProps {
  readonly text: string
  readonly className?: string
  /** Shown below the name on hover. */
  readonly note?: string | undefined
  /** A sentence beside it warns already: one triangle is enough. */
  readonly warned?: boolean
}

export const Name = ({ text, className = '', note, warned = false }: NameProps) => {
  const shown = visibleText(text)
  return (
    <bdi className={`ellipsis untrusted ${className}`} title={[shortened(shown, 500), note].filter(Boolean).join('\n')}>
      {!warned && <ConfusionMark text={text} />}
      <MaskedText text={shortened(shown, 120)} />
    </bdi>
  )
}

/** Before the name, where it is not truncated. */
const ConfusionMark = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const confusion = confusionOf(text)
  if (!confusion) return null
  return (
    <span className="tone-gold" title={t(`confusable.${confusion}`)}>
      <Icon name="warning" size={12} />
      <span className="visually-hidden">{t(`confusable.${confusion}`)}: </span>{' '}
    </span>
  )
}
