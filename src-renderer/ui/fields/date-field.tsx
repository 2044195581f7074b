/** Date field: a day in the field of the platform, applied when it is complete and within its limits. */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeDay } from '../time/days.js'
import './text-field.css'

export interface DateFieldProps {
  readonly label: string
  /** For screen readers only, when the visible context makes it clear. */
  readonly quiet?: boolean
  /** `2026-01-19`; empty for none. */
  readonly value: string
  /** The first and the last day that may be chosen. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (day: string) => void
}

/** A year that is half typed is before it. */
const earliest = '1970-01-01'
const latest = '9999-12-31'

export const DateField = ({ label, quiet = false, value, min, max, onChange }: DateFieldProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [first, last] = [min || earliest, max || latest]
  // The field is not controlled: React would discard a day that is half typed.
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
    setProblem(undefined)
  }, [value])
  const problemOf = ({ rangeUnderflow, rangeOverflow }: ValidityState): string | undefined => {
    if (rangeUnderflow) return t('days.tooEarly', { day: writeDay(first, i18n.language) })
    return rangeOverflow ? t('days.tooLate', { day: writeDay(last, i18n.language) }) : undefined
  }
  return (
    <div className={`text-field ${problem ? 'wrong' : ''}`}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : ''}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="date"
        title={quiet ? label : undefined}
        defaultValue={value}
        min={first}
        max={last}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        onChange={({ target }) => {
          if (!target.validity.valid) return
          setProblem(undefined)
          onChange(target.value)
        }}
        onBlur={({ target }) => setProblem(problemOf(target.validity))}
      />
      {problem && (
        <div className="text-field-note" id={`${id}-note`} role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}
