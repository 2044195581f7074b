/** Safety settings: what is asked, and what a panic stops and by which keys. */

import { choosePosture, isCustomPosture, postures } from '@shared/approvals/built-in-rule.js'
import { defaultSettings, isQuorumUnset } from '@shared/program/settings.js'
import { useTranslation } from 'react-i18next'
import { panic } from '../../state/feeds.js'
import { KeysSetting } from './keys-setting.js'
import type { SectionProps } from './section.js'
import { OnOffSetting, SwitchSetting } from './switch-setting.js'

export const SafetySettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const keys = panic.use((feed) => feed.value.keys)
  const unsaid = isQuorumUnset(settings)
  const quorum = unsaid ? 'unsaid' : settings.criticalQuorum === 1 ? 'one' : 'two'
  const taken = keys.accelerator === settings.panicShortcut && !keys.works && settings.panicShortcut !== ''
  return (
    <>
      <SwitchSetting
        title={t('posture.title')}
        text={t(isCustomPosture(settings) ? 'posture.byHand' : `posture.texts.${settings.posture}`)}
        value={settings.posture}
        options={postures.map((value) => ({ value, label: t(`posture.names.${value}`) }))}
        lower={{ value: 'specification', text: t('posture.lower') }}
        onChange={(posture) => onChange(choosePosture(posture))}
      />
      <SwitchSetting<'one' | 'two' | 'unsaid'>
        title={t('whoDecides.title')}
        text={t(`whoDecides.is.${quorum}`)}
        value={quorum}
        options={(['one', 'two'] as const).map((value) => ({ value, label: t(`whoDecides.names.${value}`) }))}
        {...(!unsaid && { lower: { value: 'one', text: t('settings.lowerQuorum') } as const })}
        onChange={(people) => onChange({ criticalQuorum: people === 'one' ? 1 : 2 })}
      />
      <OnOffSetting
        title={t('settings.panicReading')}
        text={t('settings.panicReadingText')}
        on={settings.panicStopsReading}
        onChange={(on) => onChange({ panicStopsReading: on })}
      />
      <KeysSetting
        title={t('settings.keys')}
        text={t('settings.keysText')}
        value={settings.panicShortcut}
        first={defaultSettings.panicShortcut}
        taken={taken}
        problemOf={(recorded) => (recorded === settings.questionShortcut ? t('recordKeys.question') : undefined)}
        onSave={(panicShortcut) => onChange({ panicShortcut })}
      />
    </>
  )
}
