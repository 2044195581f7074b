/**
 * Time field: a time of the day, typed as people write it, shown as the clocks of the window show it.
 *
 * What a person types stays unchanged until they leave the field or press Enter. Then it is applied, or kept with an
 * error so that they can correct it. Escape restores the last applied value.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from './text-field.js'

/** As people type it: `23:30`, `2330`, `7`, `11:30 pm`, `晚上 11:30`, `7点半`. */
const shape =
  /^(?<before>上午|早上|凌晨|中午|下午|晚上)?\s*(?<hour>\d{1,2}?)(?:\s*[:.点时]\s*(?<minute>[0-5]\d|半)?分?|(?<short>[0-5]\d))?\s*(?<after>[ap]\.?m\.?)?$/iu

/** Undefined for what is no time. */
export const readTime = (typed: string): string | undefined => {
  const { before, hour, minute, short, after } = shape.exec(typed.normalize('NFKC').trim())?.groups ?? {}
  const reported = Number(hour)
  const isNight = before === '晚上' && reported === 12
  const isMorning = isNight || /^a/iu.test(after ?? '') || ['上午', '早上', '凌晨'].includes(before ?? '')
  const isLate = /^p/iu.test(after ?? '') || ['中午', '下午', '晚上'].includes(before ?? '')
  if (hour === undefined || reported > 23 || (after !== undefined && (reported < 1 || reported > 12))) return undefined
  const hours =
    isMorning && reported === 12
      ? 0
      : isLate && reported < 12 && !(before === '中午' && reported > 9)
        ? reported + 12
        : reported
  const minutes = minute === '半' ? '30' : (minute ?? short ?? '00')
  return `${String(hours).padStart(2, '0')}:${minutes}`
}

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
