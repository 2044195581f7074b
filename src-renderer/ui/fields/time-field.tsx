/**
 * Time field: a time of the day, typed as people write it, shown as the clocks of the window show it.
 *
 * What a person types stays unchanged until they leave the field or press Enter. Then it is applied, or kept with an
 * error so that they can correct it. Escape restores the last applied value.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from './text-field.js'
import { readTime } from './times.js'

export interface TimeFieldProps {
  readonly label: string
  /** `23:30` */
  readonly value: string
  readonly onChange: (time: string) => void
}

export const TimeField = ({ label, value, onChange }: TimeFieldProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const forget = () => {
    setTyped(undefined)
    setWrong(false)
  }
  const settle = () => {
    if (typed === undefined) return
    const time = typed === value ? value : readTime(typed)
    if (time === undefined) return setWrong(true)
    forget()
    if (time !== value) onChange(time)
  }
  return (
    <TextField
      label={label}
      maxLength={20}
      problem={wrong ? t('days.unreadableTime') : undefined}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        setWrong(false)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          settle()
        } else if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation()
          forget()
        }
      }}
    />
  )
}
