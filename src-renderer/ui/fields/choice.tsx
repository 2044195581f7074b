/** Choice: selects one, or several, of a few visible options. */
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

export interface ChoicesProps<T extends string> extends Pick<ChoiceProps<T>, 'label' | 'options'> {
  readonly values: readonly T[]
  /** In the order of the options. */
  readonly onChange: (values: readonly T[]) => void
}

export const Choices = <T extends string>({ label, values, options, onChange }: ChoicesProps<T>) => {
  const toggle = (value: T) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? !values.includes(one) : values.includes(one))),
    )
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={values.includes(option.value) ? 'on' : ''}>
          <input type="checkbox" checked={values.includes(option.value)} onChange={() => toggle(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
