/** Time field: a time of the day, typed as people write it, shown as the clocks of the window show it. */
import { useTranslation } from 'react-i18next'
import { TextField } from './text-field.js'
import { readTime } from './times.js'
import { useTyped } from './use-typed.js'

export interface TimeFieldProps {
  readonly label: string
  /** `23:30` */
  readonly value: string
  readonly onChange: (time: string) => void
}

export const TimeField = ({ label, value, onChange }: TimeFieldProps) => {
  const { t } = useTranslation()
  const { field, problem } = useTyped({
    written: value,
    read: (text) => {
      const time = readTime(text)
      return time === undefined ? { problem: t('days.unreadableTime') } : { value: time }
    },
    onApply: onChange,
  })
  return <TextField {...field} label={label} maxLength={20} problem={problem} />
}
