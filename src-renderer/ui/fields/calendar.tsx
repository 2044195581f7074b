/** Calendar: a month of days, for pointer and keyboard, in the language of the program. */
import { useEffect, useMemo, useRef } from 'react'
import { DayPicker, type DayPickerProps } from 'react-day-picker'
import { useTranslation } from 'react-i18next'
import { Button } from '../buttons/button.js'
import { Icon } from '../theme/icon.js'
import { dateOf, dayOf } from '../time/days.js'
import './calendar.css'

export interface CalendarProps {
  /** `2026-01-19`, here and below; empty for none. */
  readonly value: string
  readonly min: string
  readonly max: string
  readonly onChoose: (day: string) => void
}

const components: DayPickerProps['components'] = {
  Chevron: ({ orientation = 'left' }) => <Icon name={orientation === 'left' ? 'left' : 'right'} size={14} />,
}

/** All labels, from `Intl`; the catalogue has the others. */
const useCalendarText = (): Pick<DayPickerProps, 'formatters' | 'labels' | 'lang' | 'weekStartsOn'> => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const writer = (options: Intl.DateTimeFormatOptions) => {
      const { format } = new Intl.DateTimeFormat(language, options)
      return (date: Date) => format(date)
    }
    const month = writer({ year: 'numeric', month: 'long' })
    const whole = writer({ dateStyle: 'full' })
    return {
      lang: language,
      weekStartsOn: language === 'zh' ? 1 : 0,
      formatters: {
        formatCaption: month,
        formatDay: (date) => `${date.getDate()}`,
        formatWeekdayName: writer({ weekday: language === 'zh' ? 'narrow' : 'short' }),
      },
      labels: {
        labelNav: () => t('days.months'),
        labelPrevious: () => t('days.previousMonth'),
        labelNext: () => t('days.nextMonth'),
        labelGrid: month,
        labelWeekday: writer({ weekday: 'long' }),
        labelDayButton: (date, { today, selected }) =>
          [whole(date), today && t('days.isToday'), selected && t('days.isChosen')].filter(Boolean).join(', '),
      },
    }
  }, [t, language])
}

export const Calendar = ({ value, min, max, onChoose }: CalendarProps) => {
  const { t } = useTranslation()
  const words = useCalendarText()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus(), [])
  const [chosen, first, last] = [dateOf(value), dateOf(min), dateOf(max)]
  const today = dayOf(Date.now())
  const isInReach = (min === '' || today >= min) && (max === '' || today <= max)
  return (
    <div ref={root} className="calendar">
      <DayPicker
        {...words}
        mode="single"
        required
        showOutsideDays
        fixedWeeks
        components={components}
        selected={chosen}
        defaultMonth={chosen ?? last ?? new Date()}
        disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
        {...(first && { startMonth: first })}
        {...(last && { endMonth: last })}
        onSelect={(date: Date) => onChoose(dayOf(date))}
      />
      <div className="calendar-foot">
        {isInReach && (
          <Button size="s" tone="quiet" onClick={() => onChoose(today)}>
            {t('days.today')}
          </Button>
        )}
        {value !== '' && (
          <Button size="s" tone="quiet" onClick={() => onChoose('')}>
            {t('days.none')}
          </Button>
        )}
      </div>
    </div>
  )
}
