/** Start settings: start at login, keep running when the window is closed, and quit. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { desktop } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting, SwitchSetting } from './switch-setting.js'

export const StartSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const startsAtLogin = desktop.use((feed) => feed.value.startsAtLogin)
  const { error, send } = useRequest()
  const startAtLogin = async (on: boolean) => {
    await send(attempt('desktop:start-at-login', { on }))
    desktop.refresh()
  }
  return (
    <>
      {startsAtLogin !== null && (
        <OnOffSetting
          title={t('desktop.login')}
          text={t('desktop.loginText')}
          on={startsAtLogin}
          onChange={(on) => void startAtLogin(on)}
        />
      )}
      {error && <ErrorNote title={t('settings.failed')} error={error} />}
      <SwitchSetting
        title={t('desktop.closing')}
        text={t('desktop.closingText')}
        value={settings.closing}
        options={(['tray', 'quit'] as const).map((value) => ({ value, label: t(`desktop.closings.${value}`) }))}
        onChange={(closing) => onChange({ closing })}
      />
      <Setting title={t('leaving.quitGatehouse')} text={t('leaving.settingText')}>
        <Button tone="danger" onClick={() => void send(attempt('desktop:quit'))}>
          {t('leaving.quit')}
        </Button>
      </Setting>
    </>
  )
}
