/** Difference: what goes out of a text and what comes in, line by line, told by signs as well as by colour. */
import { useTranslation } from 'react-i18next'
import type { DifferenceLine } from '../../src-main/contract/connection.js'
import { visibleText } from '../ui/visible-text.js'

const signs: Readonly<Record<DifferenceLine['kind'], string>> = { same: ' ', added: '+', removed: '−' }

export interface DifferenceProps {
  readonly label: string
  readonly lines: readonly DifferenceLine[]
}

export const Difference = ({ label, lines }: DifferenceProps) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="difference" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <div key={index} className={`difference-line ${kind}`}>
          <span aria-hidden="true">{signs[kind]}</span>
          {kind !== 'same' && <span className="visually-hidden">{t(`connect.line.${kind}`)}</span>}
          <code>{visibleText(text)}</code>
        </div>
      ))}
    </section>
  )
}
