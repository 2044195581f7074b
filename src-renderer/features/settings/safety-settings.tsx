/** Safety settings: what is asked, and what a panic stops and by which keys. */
import { useTranslation } from 'react-i18next'
import { panic } from '../../state/feeds.js'
import { onOrOff, useOnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { SwitchSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export const SafetySettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const keys = panic.use((feed) => feed.value.keys)
  const onOff = useOnOff()
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
        value={onOrOff(settings.taintedMediumAsks)}
        options={onOff}
        lower={{ value: 'off', text: t('settings.lowerTainted') }}
        onChange={(chosen) => onChange({ taintedMediumAsks: chosen === 'on' })}
      />
      <SwitchSetting
        title={t('settings.panicReading')}
        text={t('settings.panicReadingText')}
        value={onOrOff(settings.panicStopsReading)}
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
    </>
  )
}
