/** Notice settings: what is told by a notification, what is heard, and when there is peace. */
import { useTranslation } from 'react-i18next'
import type { NotificationChoice } from '../../../src-main/contract/settings.js'
import { playSound } from '../../state/sounds.js'
import { Button } from '../../ui/button.js'
import { Slider } from '../../ui/slider.js'
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
  const tell = (part: Partial<NotificationChoice>) => onChange({ notifications: { ...notifications, ...part } })
  const lower = { value: 'off' as const, text: t('desk.lowerSafety') }
  return (
    <>
      <SwitchSetting
        title={t('desk.notifications')}
        text={t('desk.notificationsText')}
        value={onOrOff(notifications.enabled)}
        options={onOff}
        {...(notifications.safety && { lower })}
        onChange={(chosen) => tell({ enabled: chosen === 'on' })}
      />
      {notifications.enabled && (
        <div className="setting-parts">
          {kinds.map((kind) => (
            <SwitchSetting
              key={kind}
              title={t(`desk.kinds.${kind}`)}
              text={t(`desk.kindsText.${kind}`)}
              value={onOrOff(notifications[kind])}
              options={onOff}
              {...(kind === 'safety' && { lower })}
              onChange={(chosen) => tell({ [kind]: chosen === 'on' })}
            />
          ))}
        </div>
      )}
      <SwitchSetting
        title={t('desk.sounds')}
        text={t('desk.soundsText')}
        value={onOrOff(sounds.enabled)}
        options={onOff}
        onChange={(chosen) => onChange({ sounds: { ...sounds, enabled: chosen === 'on' } })}
      />
      {sounds.enabled && (
        <div className="setting-parts">
          <Setting title={t('desk.volume')} text={t('desk.volumeText')}>
            <div className="setting-volume">
              <Slider
                label={t('desk.volume')}
                value={sounds.volume}
                said={(volume) => t('desk.percent', { volume })}
                onChoose={(volume) => {
                  onChange({ sounds: { ...sounds, volume } })
                  void playSound({ sound: 'calm', volume })
                }}
              />
              <Button onClick={() => void playSound({ sound: 'calm', volume: sounds.volume })}>
                {t('desk.listen')}
              </Button>
            </div>
          </Setting>
        </div>
      )}
      <QuietHoursSetting value={quietHours} onChange={(hours) => onChange({ quietHours: hours })} />
    </>
  )
}
