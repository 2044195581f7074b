/** Select field: one of several options; only the chosen one is visible. */
import { type ComponentProps, useId } from 'react'
import './select-field.css'

export interface SelectFieldProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly label: string
  /** For screen readers only, when the visible context makes it clear. */
  readonly quiet?: boolean
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChoose: (value: T) => void
}

export const SelectField = <T extends string>({
  label,
  quiet = false,
  value,
  options,
  onChoose,
  ...rest
}: SelectFieldProps<T>) => {
  const id = useId()
  return (
    <div className="select-field">
      <label htmlFor={id} className={quiet ? 'visually-hidden' : ''}>
        {label}
      </label>
      <select {...rest} id={id} value={value} onChange={(event) => onChoose(event.target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
