/** Trail settings: what the audit trail keeps, and where it is sent. */
import { useTranslation } from 'react-i18next'
import type { SectionProps } from './section.js'
import { OnOffSetting } from './switch-setting.js'
import { TelemetrySettings } from './telemetry-settings.js'
import { TypedSetting } from './typed-setting.js'

const wholeNumber = /^[1-9]\d{0,6}$/u
const maxDays = 36_500
const maxMebibytes = 1_048_576

export const TrailSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const within = (most: number) => (typed: string) =>
    wholeNumber.test(typed) && Number(typed) <= most ? undefined : t('settings.numberProblem', { least: 1, most })
  return (
    <>
      <TypedSetting
        numeric
        title={t('settings.days')}
        text={t('settings.daysText')}
        value={String(settings.auditDays)}
        problemOf={within(maxDays)}
        onSave={(days) => onChange({ auditDays: Number(days) })}
      />
      <TypedSetting
        numeric
        title={t('settings.size')}
        text={t('settings.sizeText')}
        value={String(settings.auditMebibytes)}
        problemOf={within(maxMebibytes)}
        onSave={(mebibytes) => onChange({ auditMebibytes: Number(mebibytes) })}
      />
      <OnOffSetting
        title={t('settings.addresses')}
        text={t('settings.addressesText')}
        on={settings.redactAddresses}
        onChange={(on) => onChange({ redactAddresses: on })}
      />
      <TelemetrySettings settings={settings} onChange={onChange} />
    </>
  )
}
