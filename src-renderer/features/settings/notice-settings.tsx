/** Notice settings: notifications, sounds, quiet hours and the daily digest. */

import type { NotificationChoice } from '@shared/program/settings.js'
import { useTranslation } from 'react-i18next'
import { playSound } from '../../state/sounds.js'
import { Button } from '../../ui/buttons/button.js'
import { Slider } from '../../ui/fields/slider.js'
import { DigestSetting } from './digest-setting.js'
import { onOrOff, useOnOff } from './on-off.js'
import { QuietHoursSetting } from './quiet-hours-setting.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { SwitchSetting } from './switch-setting.js'

const kinds = ['questions', 'servers', 'rules', 'safety'] as const satisfies readonly (keyof NotificationChoice)[]

export const NoticeSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  const { notifications, sounds, quietHours } = settings
  const changeNotifications = (part: Partial<NotificationChoice>) =>
    onChange({ notifications: { ...notifications, ...part } })
  const lower = { value: 'off' as const, text: t('desktop.lowerSafety') }
  return (
    <>
      <SwitchSetting
        title={t('desktop.notifications')}
        text={t('desktop.notificationsText')}
        value={onOrOff(notifications.enabled)}
        options={onOff}
        {...(notifications.safety && { lower })}
        onChange={(chosen) => changeNotifications({ enabled: chosen === 'on' })}
      />
      {notifications.enabled && (
        <div className="setting-parts">
          {kinds.map((kind) => (
            <SwitchSetting
              key={kind}
              title={t(`desktop.kinds.${kind}`)}
              text={t(`desktop.kindsText.${kind}`)}
              value={onOrOff(notifications[kind])}
              options={onOff}
              {...(kind === 'safety' && { lower })}
              onChange={(chosen) => changeNotifications({ [kind]: chosen === 'on' })}
            />
          ))}
        </div>
      )}
      <SwitchSetting
        title={t('desktop.sounds')}
        text={t('desktop.soundsText')}
        value={onOrOff(sounds.enabled)}
        options={onOff}
        onChange={(chosen) => onChange({ sounds: { ...sounds, enabled: chosen === 'on' } })}
      />
      {sounds.enabled && (
        <div className="setting-parts">
          <Setting title={t('desktop.volume')} text={t('desktop.volumeText')}>
            <div className="setting-volume">
              <Slider
                label={t('desktop.volume')}
                value={sounds.volume}
                said={(volume) => t('desktop.percent', { volume })}
                onChoose={(volume) => {
                  onChange({ sounds: { ...sounds, volume } })
                  void playSound({ sound: 'calm', volume })
                }}
              />
              <Button onClick={() => void playSound({ sound: 'calm', volume: sounds.volume })}>
                {t('desktop.listen')}
              </Button>
            </div>
          </Setting>
        </div>
      )}
      <QuietHoursSetting value={quietHours} onChange={(hours) => onChange({ quietHours: hours })} />
      <DigestSetting value={settings.digest} onChange={(digest) => onChange({ digest })} />
    </>
  )
}
