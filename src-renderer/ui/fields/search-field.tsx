/** Search field: Escape clears it. */
import type { ReactNode, Ref } from 'react'
import { Icon } from '../theme/icon.js'
import './search-field.css'

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly maxLength?: number
  readonly field?: Ref<HTMLInputElement>
  /** Content after the input. */
  readonly children?: ReactNode
}

export const SearchField = ({ label, value, onChange, maxLength, field, children }: SearchFieldProps) => (
  <label className="search-field">
    <Icon name="search" />
    <input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
      }}
      spellCheck={false}
    />
    {children}
  </label>
)
