/** Chip: a filter that is on or off. */
import type { ReactNode } from 'react'
import './chip.css'

export interface ChipProps {
  readonly on: boolean
  readonly onToggle: () => void
  readonly title?: string
  readonly children: ReactNode
}

export const Chip = ({ on, onToggle, title, children }: ChipProps) => (
  <button type="button" className={`chip ${on ? 'on' : ''}`} aria-pressed={on} onClick={onToggle} title={title}>
    {children}
  </button>
)
