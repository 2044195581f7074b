/**
 * Date field: a day, typed or chosen from a calendar, in the language of the program. The browser's own field uses the
 * language of the system.
 */
import { Popover } from 'radix-ui'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../theme/icon.js'
import { readDay, writeDay } from '../time/days.js'
import { type Read, useTyped } from './use-typed.js'
import './date-field.css'

/** Loaded when one is opened: no window waits for it. */
const Calendar = lazy(async () => ({ default: (await import('./calendar.js')).Calendar }))

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

export const DateField = ({ label, quiet = false, value, min = '', max = '', onChange }: DateFieldProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const inWords = (day: string) => writeDay(day, i18n.language)
  const read = (text: string): Read<string> => {
    if (text.trim() === '') return { value: '' }
    const day = readDay(text)
    if (day === undefined) return { problem: t('days.unreadable', { example: inWords('2026-01-19') }) }
    if (min !== '' && day < min) return { problem: t('days.tooEarly', { day: inWords(min) }) }
    return max !== '' && day > max ? { problem: t('days.tooLate', { day: inWords(max) }) } : { value: day }
  }
  const { field, problem, forget } = useTyped({ written: inWords(value), read, onApply: onChange })
  const choose = (day: string) => {
    forget()
    setOpen(false)
    onChange(day)
  }
  return (
    <div className={`text-field date-field ${problem ? 'wrong' : ''}`}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : ''}>
        {label}
      </label>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Anchor className="date-field-box">
          <input
            {...field}
            onKeyDown={(event) => {
              // As the lists of the system open.
              if (event.altKey && event.key === 'ArrowDown') setOpen(true)
              else field.onKeyDown(event)
            }}
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            placeholder={quiet ? label : t('days.placeholder')}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? `${id}-note` : undefined}
          />
          <Popover.Trigger className="date-field-open" aria-label={t('days.choose', { label })}>
            <Icon name="calendar" size={14} />
          </Popover.Trigger>
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            className="date-field-calendar"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label={label}
            // The day that counts takes the focus, as soon as it is there.
            onOpenAutoFocus={(event) => event.preventDefault()}
          >
            <Suspense>
              <Calendar value={value} min={min} max={max} onChoose={choose} />
            </Suspense>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {problem && (
        <div className="text-field-note" id={`${id}-note`} role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}
