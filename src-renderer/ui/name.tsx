/** Name: what somebody calls themselves, on one line, in full on hover. */
import { MaskedText } from './masked-text.js'
import { shortened, visibleText } from './visible-text.js'

export interface NameProps {
  readonly text: string
  readonly className?: string
  /** Said below the name on hover. */
  readonly note?: string | undefined
}

export const Name = ({ text, className = '', note }: NameProps) => {
  const shown = visibleText(text)
  return (
    <bdi className={`ellipsis untrusted ${className}`} title={[shortened(shown, 500), note].filter(Boolean).join('\n')}>
      <MaskedText text={shortened(shown, 120)} />
    </bdi>
  )
}
