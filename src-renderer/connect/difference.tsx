/** Difference: the removed and added lines of a text, marked by signs as well as by colour. */

import type { DifferenceLine } from '@shared/clients/connection.js'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../ui/text/visible-text.js'

const signs: Readonly<Record<DifferenceLine['kind'], string>> = { same: ' ', added: '+', removed: '−' }

export interface DifferenceProps {
  readonly label: string
  readonly lines: readonly DifferenceLine[]
}

export const Difference = ({ label, lines }: DifferenceProps) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="file-change" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <div key={index} className={`file-change-line ${kind}`}>
          <span aria-hidden="true">{signs[kind]}</span>
          {kind !== 'same' && <span className="visually-hidden">{t(`connect.line.${kind}`)}</span>}
          <code>{visibleText(text)}</code>
        </div>
      ))}
    </section>
  )
}
