/** Empty state: says what will appear here, and offers the next step. */
import type { ReactNode } from 'react'
import './empty-state.css'

export interface EmptyStateProps {
  readonly art?: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

export const EmptyState = ({ art, title, text, children }: EmptyStateProps) => (
  <div className="empty-state">
    {art && <div className="empty-state-art">{art}</div>}
    <h2>{title}</h2>
    <p>{text}</p>
    {children && <div className="empty-state-steps">{children}</div>}
  </div>
)
