/** Streaming settings: what to redact on a stream. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { goTo } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { DeckSettings } from './deck-settings.js'
import { NameList } from './name-list.js'
import { ObsSettings } from './obs-settings.js'
import { OverlaySettings } from './overlay-settings.js'
import type { SectionProps } from './section.js'
import './streaming-settings.css'
import { OnOffSetting } from './switch-setting.js'

export const StreamingSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const canHideFromCapture = usePreferences(({ info }) => info?.canHideFromCapture !== false)
  return (
    <>
      <OnOffSetting
        title={t('streaming.safe')}
        text={t('streaming.safeText')}
        on={settings.streamSafe}
        onChange={(on) => void send(attempt('stream:switch', { on }))}
      />
      {error && <ErrorNote title={t('settings.failed')} error={error} />}
      {!canHideFromCapture && (
        <p className="streaming-seen">
          <Icon name="warning" />
          <span>{t('streaming.popUpSeen')}</span>
        </p>
      )}
      <OnOffSetting
        title={t('streaming.players')}
        text={t('streaming.playersText')}
        on={settings.streamHidesPlayers}
        onChange={(on) => {
          // Other names reload the window, which opens here again.
          goTo({ screen: 'settings', about: 'streaming' })
          onChange({ streamHidesPlayers: on })
        }}
      />
      <NameList
        title={t('streaming.names')}
        text={t('streaming.namesText')}
        label={t('streaming.name')}
        example={t('streaming.nameExample')}
        names={settings.streamNames}
        limits={{ characters: 64, names: 200 }}
        isPrivate={settings.streamSafe}
        onChange={(streamNames) => {
          // Other names reload the window, which opens here again.
          goTo({ screen: 'settings', about: 'streaming' })
          onChange({ streamNames })
        }}
      />
      <ObsSettings settings={settings} onChange={onChange} />
      <OverlaySettings settings={settings} onChange={onChange} />
      <DeckSettings settings={settings} onChange={onChange} />
    </>
  )
}
