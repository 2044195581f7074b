/** Chat settings: the AI that players talk to, who may, and what it may cost. */
import { audienceOn, type ChatAudience, type ChatSettings, chatAudiences, chatLimits } from '@shared/features/chat.js'
import { mayBePaid } from '@shared/features/paid-model.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { type ChatChange, chatChange } from '../../state/change-settings.js'
import { useStableServers } from '../../state/feeds.js'
import { LoginKey } from '../../ui/buttons/login-key.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { MaskedText } from '../../ui/text/masked-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { ModelPrices } from './model-prices.js'
import { ModelSettings } from './model-settings.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

const asEverywhere = 'everywhere'

interface ChatServersProps {
  readonly chat: ChatSettings
  readonly onChange: (change: ChatChange) => void
}

/** Who may talk to the AI on each server, where it differs from the general setting. */
const ChatServers = ({ chat, onChange }: ChatServersProps) => {
  const { t } = useTranslation()
  const servers = useStableServers()
  const choose = (id: string, chosen: ChatAudience | typeof asEverywhere) => {
    onChange((now) => {
      const others = Object.entries(now.servers).filter(([other]) => other !== id)
      return { servers: Object.fromEntries(chosen === asEverywhere ? others : [...others, [id, chosen]]) }
    })
  }
  if (servers.length === 0) return null
  return (
    <Setting tall title={t('chatSettings.servers')} text={t('chatSettings.serversText')}>
      <ul className="chat-servers">
        {servers.map(({ id, name }) => (
          <li key={id}>
            <span>
              <MaskedText text={name} />
            </span>
            <SelectField
              quiet
              label={t('chatSettings.audienceOn', { server: name })}
              value={Object.hasOwn(chat.servers, id) ? audienceOn(chat, id) : asEverywhere}
              options={[
                { value: asEverywhere, label: t('chatSettings.asEverywhere') },
                ...chatAudiences.map((value) => ({ value, label: t(`chatSettings.audiences.${value}`) })),
              ]}
              onChoose={(chosen) => choose(id, chosen)}
            />
          </li>
        ))}
      </ul>
    </Setting>
  )
}

const amount = /^\d{1,5}(?:\.\d{1,3})?$/u
const wholeNumber = /^\d{1,2}$/u
const oneWord = /^[^\s@#]{1,16}$/u

const read = async (topic: 'chat:login-key' | 'chat:renew-login-key') => {
  const result = await attempt(topic)
  return result.ok ? result.value.text : undefined
}

const PlayersKey = () => {
  const { t } = useTranslation()
  return (
    <Setting title={t('chatSettings.loginKey')} text={t('chatSettings.loginKeyText')}>
      <LoginKey
        onShow={() => read('chat:login-key')}
        onRenew={() => read('chat:renew-login-key')}
        onCopy={async () => (await attempt('chat:copy-login-key')).ok}
      />
    </Setting>
  )
}

export const ChatSettingsSection = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { chat } = settings
  const { least, most } = chatLimits.lines
  const change = (part: ChatChange) => onChange(chatChange(part))
  const dollars = (key: 'dailyLimit' | 'playerDailyLimit') => (
    <TypedSetting
      title={t(`chatSettings.${key}`)}
      text={t(`chatSettings.${key}Text`)}
      value={String(chat[key])}
      problemOf={(typed) =>
        amount.test(typed) && Number(typed) <= chatLimits.dollars ? undefined : t('chatSettings.amountProblem')
      }
      onSave={(typed) => change({ [key]: Number(typed) })}
    />
  )
  return (
    <>
      <OnOffSetting
        title={t('chatSettings.enabled')}
        text={t('chatSettings.enabledText')}
        on={chat.enabled}
        onChange={(on) => change({ enabled: on })}
      />
      <ModelSettings chat={chat} onChange={change} />
      <Setting title={t('chatSettings.audience')} text={t('chatSettings.audienceText')}>
        <SelectField
          quiet
          label={t('chatSettings.audience')}
          value={chat.audience}
          options={chatAudiences.map((value) => ({ value, label: t(`chatSettings.audiences.${value}`) }))}
          onChoose={(audience) => change({ audience })}
        />
      </Setting>
      <ChatServers chat={chat} onChange={change} />
      <PlayersKey />
      <TypedSetting
        title={t('chatSettings.name')}
        text={t('chatSettings.nameText')}
        value={chat.name}
        problemOf={(typed) => (oneWord.test(typed) ? undefined : t('chatSettings.nameProblem'))}
        onSave={(name) => change({ name })}
      />
      <Setting title={t('chatSettings.answers')} text={t('chatSettings.answersText')}>
        <SelectField
          quiet
          label={t('chatSettings.answers')}
          value={chat.answers}
          options={(['player', 'everybody'] as const).map((value) => ({
            value,
            label: t(`chatSettings.answersTo.${value}`),
          }))}
          onChoose={(answers) => change({ answers })}
        />
      </Setting>
      <TypedSetting
        numeric
        title={t('chatSettings.lines')}
        text={t('chatSettings.linesText')}
        value={String(chat.lines)}
        problemOf={(typed) =>
          wholeNumber.test(typed) && Number(typed) >= least && Number(typed) <= most
            ? undefined
            : t('chatSettings.linesProblem', { least, most })
        }
        onSave={(typed) => change({ lines: Number(typed) })}
      />
      <OnOffSetting
        title={t('chatSettings.thinking')}
        text={t('chatSettings.thinkingText')}
        on={chat.thinking}
        onChange={(on) => change({ thinking: on })}
      />
      {(mayBePaid(chat.model.baseUrl) || chat.prices !== null) && (
        <>
          {dollars('dailyLimit')}
          {dollars('playerDailyLimit')}
          <ModelPrices chat={chat} onChange={change} />
        </>
      )}
      <p className="setting-remark">
        <Icon name="shield" /> {t('chatSettings.onlyYou')}
      </p>
    </>
  )
}
