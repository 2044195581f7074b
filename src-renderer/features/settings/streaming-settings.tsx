/** Streaming settings: what a stream must not show, and what it may. */
import { useTranslation } from 'react-i18next'
import { onOrOff, useOnOff } from './on-off.js'
import { OverlaySettings } from './overlay-settings.js'
import type { SectionProps } from './section.js'
import { StreamNames } from './stream-names.js'
import './streaming-settings.css'
import { SwitchSetting } from './switch-setting.js'

export const StreamingSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  return (
    <>
      <SwitchSetting
        title={t('streaming.safe')}
        text={t('streaming.safeText')}
        value={onOrOff(settings.streamSafe)}
        options={onOff}
        onChange={(chosen) => onChange({ streamSafe: chosen === 'on' })}
      />
      <StreamNames settings={settings} onChange={onChange} />
      <OverlaySettings settings={settings} onChange={onChange} />
    </>
  )
}
