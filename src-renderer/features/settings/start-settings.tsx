/** Start settings: whether the program comes by itself, whether it stays when its window is closed, and its end. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { desk } from '../../state/desk.js'
import { Button } from '../../ui/button.js'
import { Choice } from '../../ui/choice.js'
import { ErrorNote } from '../../ui/error-note.js'
import { onOrOff, useOnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { SwitchSetting } from './switch-setting.js'

export const StartSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  const startsAtLogin = desk.use((feed) => feed.value.startsAtLogin)
  const [error, setError] = useState<ContractError>()
  const startAtLogin = async (on: boolean) => {
    const result = await attempt('desk:start-at-login', { on })
    setError(result.ok ? undefined : result.error)
    desk.refresh()
  }
  const quit = async () => {
    const result = await attempt('desk:quit')
    setError(result.ok ? undefined : result.error)
  }
  return (
    <>
      {startsAtLogin !== null && (
        <Setting title={t('desk.login')} text={t('desk.loginText')}>
          <Choice
            label={t('desk.login')}
            value={onOrOff(startsAtLogin)}
            options={onOff}
            onChange={(chosen) => void startAtLogin(chosen === 'on')}
          />
        </Setting>
      )}
      {error && <ErrorNote title={t('settings.failed')} error={error} />}
      <SwitchSetting
        title={t('desk.closing')}
        text={t('desk.closingText')}
        value={settings.closing}
        options={(['tray', 'quit'] as const).map((value) => ({ value, label: t(`desk.closings.${value}`) }))}
        onChange={(closing) => onChange({ closing })}
      />
      <Setting title={t('leaving.quitGatehouse')} text={t('leaving.settingText')}>
        <Button tone="danger" onClick={() => void quit()}>
          {t('leaving.quit')}
        </Button>
      </Setting>
    </>
  )
}
