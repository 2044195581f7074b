/** Notice settings: notifications, sounds, quiet hours and the daily digest. */

import type { NotificationChoice } from '@shared/program/settings.js'
import { useTranslation } from 'react-i18next'
import { playSound } from '../../state/sounds.js'
import { Button } from '../../ui/buttons/button.js'
import { Slider } from '../../ui/fields/slider.js'
import { DigestSetting } from './digest-setting.js'
import { QuietHoursSetting } from './quiet-hours-setting.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

const kinds = ['questions', 'servers', 'rules', 'safety'] as const satisfies readonly (keyof NotificationChoice)[]

export const NoticeSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { notifications, sounds, quietHours } = settings
  const changeNotifications = (part: Partial<NotificationChoice>) =>
    onChange({ notifications: { ...notifications, ...part } })
  const lower = { value: 'off' as const, text: t('desktop.lowerSafety') }
  return (
    <>
      <OnOffSetting
        title={t('desktop.notifications')}
        text={t('desktop.notificationsText')}
        on={notifications.enabled}
        {...(notifications.safety && { lower })}
        onChange={(on) => changeNotifications({ enabled: on })}
      />
      {notifications.enabled && (
        <div className="setting-parts">
          {kinds.map((kind) => (
            <OnOffSetting
              key={kind}
              title={t(`desktop.kinds.${kind}`)}
              text={t(`desktop.kindsText.${kind}`)}
              on={notifications[kind]}
              {...(kind === 'safety' && { lower })}
              onChange={(on) => changeNotifications({ [kind]: on })}
            />
          ))}
        </div>
      )}
      <OnOffSetting
        title={t('desktop.sounds')}
        text={t('desktop.soundsText')}
        on={sounds.enabled}
        onChange={(on) => onChange({ sounds: { ...sounds, enabled: on } })}
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
