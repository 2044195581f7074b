/** Quiet hours setting: from when to when, on which days, and what that does to a question. */

import { type QuietHours, weekdays } from '@shared/program/settings.js'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices } from '../../ui/fields/choice.js'
import { TimeField } from '../../ui/fields/time-field.js'
import { OnOffSetting } from './switch-setting.js'

export interface QuietHoursSettingProps {
  readonly value: QuietHours
  readonly onChange: (value: QuietHours) => void
}

/** 19 January 2026 is a Monday. */
export const dayName = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short' }).format(new Date(2026, 0, 19 + at))

export const QuietHoursSetting = ({ value, onChange }: QuietHoursSettingProps) => {
  const { t, i18n } = useTranslation()
  const { enabled, from, until, days } = value
  /** Leaving the field by clicking another control applies both changes: neither may revert the other. */
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (part: Partial<QuietHours>) => {
    latest.current = { ...latest.current, ...part }
    onChange(latest.current)
  }
  return (
    <>
      <OnOffSetting
        title={t('desktop.quiet')}
        text={t('desktop.quietText')}
        on={enabled}
        onChange={(on) => change({ enabled: on })}
      />
      {enabled && (
        <div className="setting-parts setting-quiet">
          <TimeField label={t('desktop.from')} value={from} onChange={(time) => change({ from: time })} />
          <TimeField label={t('desktop.until')} value={until} onChange={(time) => change({ until: time })} />
          <Choices
            label={t('desktop.days')}
            values={days}
            options={weekdays.map((value, at) => ({ value, label: dayName(at, i18n.language) }))}
            onChange={(chosen) => change({ days: chosen })}
          />
          <p>{quietHoursText()}</p>
        </div>
      )}
    </>
  )

  function quietHoursText(): string {
    if (days.length === 0) return t('desktop.quietNever')
    const ends = { from, until }
    return from < until ? t('desktop.quietSameDay', ends) : t('desktop.quietOvernight', ends)
  }
}
