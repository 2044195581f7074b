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
import { onOrOff, useOnOff } from './on-off.js'
import { OverlaySettings } from './overlay-settings.js'
import type { SectionProps } from './section.js'
import './streaming-settings.css'
import { SwitchSetting } from './switch-setting.js'

export const StreamingSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  const { error, send } = useRequest()
  const canHideFromCapture = usePreferences(({ info }) => info?.canHideFromCapture !== false)
  return (
    <>
      <SwitchSetting
        title={t('streaming.safe')}
        text={t('streaming.safeText')}
        value={onOrOff(settings.streamSafe)}
        options={onOff}
        onChange={(chosen) => void send(attempt('stream:switch', { on: chosen === 'on' }))}
      />
      {error && <ErrorNote title={t('settings.failed')} error={error} />}
      {!canHideFromCapture && (
        <p className="streaming-seen">
          <Icon name="warning" />
          <span>{t('streaming.popUpSeen')}</span>
        </p>
      )}
      <SwitchSetting
        title={t('streaming.players')}
        text={t('streaming.playersText')}
        value={onOrOff(settings.streamHidesPlayers)}
        options={onOff}
        onChange={(chosen) => {
          // Other names reload the window, which opens here again.
          goTo({ screen: 'settings', about: 'streaming' })
          onChange({ streamHidesPlayers: chosen === 'on' })
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
