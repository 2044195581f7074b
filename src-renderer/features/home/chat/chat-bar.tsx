/** Chat bar: what players write to reach the AI, and the switch for all of them. */
import { useTranslation } from 'react-i18next'
import { changeSettings, chatChange } from '../../../state/change-settings.js'
import { usePreferences } from '../../../state/preferences.js'
import { Switch } from '../../../ui/fields/switch.js'

export const ChatBar = () => {
  const { t } = useTranslation()
  const settings = usePreferences((preferences) => preferences.settings)
  const { enabled, name } = settings.chat
  return (
    <div className="chat-bar">
      <span>
        {t('chatTab.playersWrite')} <code>@{name}</code>
      </span>
      <span className="chat-switch">
        <Switch
          label={t('chatTab.answersPlayers')}
          on={enabled}
          onChange={(on) => void changeSettings(chatChange({ enabled: on }))}
        />
        {t('chatTab.answersPlayers')}
      </span>
    </div>
  )
}
