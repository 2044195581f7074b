/**
 * JSON view: data in monospace, coloured, every character visible.
 *
 * Guards invariant 3: what is approved is shown in full. Arguments are far below the limit; a longer value is marked as
 * truncated, and code that asks a person checks `isShownWhole` first.
 */
import { useTranslation } from 'react-i18next'
import { MaskedText } from './masked-text.js'
import { visibleJson } from './visible-text.js'
import './json-view.css'

/** Characters. */
const longest = 400_000
const token = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const kindOf = (match: RegExpExecArray): string => {
  if (match[1] === undefined) return 'json-value'
  return match[2] === undefined ? 'json-text' : 'json-key'
}

const coloured = (text: string) => {
  const parts: (string | { readonly at: number; readonly kind: string; readonly text: string })[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    const shown = match[1] ?? match[0]
    parts.push({ at: match.index, kind: kindOf(match), text: shown })
    end = match.index + shown.length
  }
  parts.push(text.slice(end))
  return parts
}

export const isShownWhole = (value: unknown): boolean => visibleJson(value).length <= longest

export interface JsonViewProps {
  readonly value: unknown
  readonly label: string
  /** As high as it needs to be: nothing hides behind a second scroll bar. */
  readonly whole?: boolean
}

export const JsonView = ({ value, label, whole = false }: JsonViewProps) => {
  const { t } = useTranslation()
  const text = visibleJson(value)
  const shown = text.slice(0, longest)
  return (
    // A screen has many of them with the same name, so it is not a landmark.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div role="group" className={`json-view untrusted ${whole ? 'whole' : ''}`} aria-label={label} tabIndex={0}>
      <pre>
        {coloured(shown).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <span key={part.at} className={part.kind}>
              <MaskedText text={part.text} />
            </span>
          ),
        )}
      </pre>
      {shown.length < text.length && <p className="json-cut">{t('text.cut')}</p>}
    </div>
  )
}
