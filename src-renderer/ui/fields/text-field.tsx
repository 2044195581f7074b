/** Text field: a label, an input, a hint, and what is wrong with it. */
import { type ComponentProps, useId } from 'react'
import './text-field.css'

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
}

export const TextField = ({ label, hint, problem, className = '', ...rest }: TextFieldProps) => {
  const id = useId()
  const note = problem ?? hint
  return (
    <div className={`text-field ${problem ? 'wrong' : ''} ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <div className="text-field-note" id={`${id}-note`}>
          {note}
        </div>
      )}
    </div>
  )
}
