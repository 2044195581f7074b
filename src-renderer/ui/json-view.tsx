/** JSON view: data in monospace, coloured, every character visible. */
import { visibleJson } from './visible-text.js'
import './json-view.css'

const longest = 20_000
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

export interface JsonViewProps {
  readonly value: unknown
  readonly label: string
}

export const JsonView = ({ value, label }: JsonViewProps) => {
  const text = visibleJson(value)
  const shown = text.length > longest ? `${text.slice(0, longest)}\n…` : text
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="json-view untrusted" aria-label={label} tabIndex={0}>
      <pre>
        {coloured(shown).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <span key={part.at} className={part.kind}>
              {part.text}
            </span>
          ),
        )}
      </pre>
    </section>
  )
}
