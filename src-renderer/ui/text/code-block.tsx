/** Code block: text to copy. */
import type { ReactNode } from 'react'
import './code-block.css'

export interface CodeBlockProps {
  readonly text: string
  readonly label: string
  /** Shown above the text, at the right. */
  readonly action: ReactNode
  /** The person copies by hand. */
  readonly onCopy?: (() => void) | undefined
}

export const CodeBlock = ({ text, label, action, onCopy }: CodeBlockProps) => (
  <div className="code-block">
    <div className="code-block-bar">
      <span className="code-block-label ellipsis">{label}</span>
      {action}
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section aria-label={label} tabIndex={0} onCopy={onCopy}>
      <pre>{text}</pre>
    </section>
  </div>
)
