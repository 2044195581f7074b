/** Viewer settings: where the chat of a stream is read, who never counts, votes, and what viewers suggest. */
import { type AudienceSettings, audienceSettingLimits } from '@shared/streaming/audience.js'
import { useTranslation } from 'react-i18next'
import { NameList } from '../name-list.js'
import type { SectionProps } from '../section.js'
import { StreamerBotSetting } from './streamer-bot-setting.js'
import { SuggestionSettings } from './suggestion-settings.js'
import { TwitchSetting } from './twitch-setting.js'
import { VoteSettings } from './vote-settings.js'
import './viewers.css'

export const ViewerSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { audience } = settings
  const change = (part: Partial<AudienceSettings>) => onChange((now) => ({ audience: { ...now.audience, ...part } }))
  return (
    <>
      <StreamerBotSetting audience={audience} />
      <TwitchSetting audience={audience} isStreamSafe={settings.streamSafe} />
      <NameList
        title={t('viewers.bots.title')}
        text={t('viewers.bots.text')}
        label={t('viewers.bots.name')}
        add={t('viewers.bots.add')}
        names={audience.bots}
        limits={{ characters: 64, names: audienceSettingLimits.bots }}
        onChange={(bots) => change({ bots })}
      />
      <VoteSettings settings={settings} onChange={onChange} />
      <SuggestionSettings chosen={audience.suggestions} onChange={(suggestions) => change({ suggestions })} />
    </>
  )
}
