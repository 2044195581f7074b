/** Safety settings: what is asked, what a panic stops and by which keys, and what the audit trail keeps. */
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../../src-main/contract/settings.js'
import { panic } from '../../state/feeds.js'
import { SwitchSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export interface SafetySettingsProps {
  readonly settings: Settings
  readonly onChange: (part: Partial<Settings>) => void
}

const wholeNumber = /^[1-9]\d{0,6}$/u
const mostDays = 36_500
const mostMebibytes = 1_048_576

export const SafetySettings = ({ settings, onChange }: SafetySettingsProps) => {
  const { t } = useTranslation()
  const keys = panic.use((feed) => feed.value.keys)
  const onOff = [
    { value: 'on', label: t('settings.on') },
    { value: 'off', label: t('settings.off') },
  ] as const
  const word = (on: boolean) => (on ? 'on' : 'off')
  const within = (most: number) => (typed: string) =>
    wholeNumber.test(typed) && Number(typed) <= most ? undefined : t('settings.numberProblem', { least: 1, most })
  const quorum = settings.criticalQuorum === 1 ? 'one' : 'two'
  const taken = keys.accelerator === settings.panicShortcut && !keys.works && settings.panicShortcut !== ''
  return (
    <>
      <SwitchSetting
        title={t('settings.quorum')}
        text={t('settings.quorumText')}
        value={quorum}
        options={(['one', 'two'] as const).map((value) => ({ value, label: t(`settings.quorums.${value}`) }))}
        lower={{ value: 'one', text: t('settings.lowerQuorum') }}
        onChange={(people) => onChange({ criticalQuorum: people === 'one' ? 1 : 2 })}
      />
      <SwitchSetting
        title={t('settings.tainted')}
        text={t('settings.taintedText')}
        value={word(settings.taintedMediumAsks)}
        options={onOff}
        lower={{ value: 'off', text: t('settings.lowerTainted') }}
        onChange={(chosen) => onChange({ taintedMediumAsks: chosen === 'on' })}
      />
      <SwitchSetting
        title={t('settings.panicReading')}
        text={t('settings.panicReadingText')}
        value={word(settings.panicStopsReading)}
        options={onOff}
        onChange={(chosen) => onChange({ panicStopsReading: chosen === 'on' })}
      />
      <TypedSetting
        title={t('settings.keys')}
        text={t('settings.keysText')}
        value={settings.panicShortcut}
        problemOf={(typed) => (taken && typed === settings.panicShortcut ? t('settings.keysTaken') : undefined)}
        onSave={(panicShortcut) => onChange({ panicShortcut: panicShortcut.trim() })}
      />
      <TypedSetting
        numeric
        title={t('settings.days')}
        text={t('settings.daysText')}
        value={String(settings.auditDays)}
        problemOf={within(mostDays)}
        onSave={(days) => onChange({ auditDays: Number(days) })}
      />
      <TypedSetting
        numeric
        title={t('settings.size')}
        text={t('settings.sizeText')}
        value={String(settings.auditMebibytes)}
        problemOf={within(mostMebibytes)}
        onSave={(mebibytes) => onChange({ auditMebibytes: Number(mebibytes) })}
      />
      <SwitchSetting
        title={t('settings.addresses')}
        text={t('settings.addressesText')}
        value={word(settings.redactAddresses)}
        options={onOff}
        onChange={(chosen) => onChange({ redactAddresses: chosen === 'on' })}
      />
    </>
  )
}
