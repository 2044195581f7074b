/** Choice: selects one of a few visible options. */
import { useId } from 'react'
import './choice.css'

export interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  /** Shown as it is, and not to be chosen. */
  readonly disabled?: boolean
  readonly onChange: (value: T) => void
}

export const Choice = <T extends string>({ label, value, options, disabled = false, onChange }: ChoiceProps<T>) => {
  const name = useId()
  return (
    <fieldset className="choice" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'on' : ''}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
