/** Viewer settings: where the chat of a stream is read, who never counts, votes, and what viewers suggest. */
import type { AudienceSettings } from '@shared/streaming/audience.js'
import type { SectionProps } from '../section.js'
import { BotNames } from './bot-names.js'
import { StreamerBotSetting } from './streamer-bot-setting.js'
import { SuggestionSettings } from './suggestion-settings.js'
import { TwitchSetting } from './twitch-setting.js'
import { VoteSettings } from './vote-settings.js'
import './viewers.css'

export const ViewerSettings = ({ settings, onChange }: SectionProps) => {
  const { audience } = settings
  const change = (part: Partial<AudienceSettings>) => onChange((now) => ({ audience: { ...now.audience, ...part } }))
  return (
    <>
      <StreamerBotSetting audience={audience} />
      <TwitchSetting audience={audience} isStreamSafe={settings.streamSafe} />
      <BotNames names={audience.bots} onChange={(bots) => change({ bots })} />
      <VoteSettings settings={settings} onChange={onChange} />
      <SuggestionSettings chosen={audience.suggestions} onChange={(suggestions) => change({ suggestions })} />
    </>
  )
}
