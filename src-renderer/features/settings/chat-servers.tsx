/** Chat servers: who may talk to the AI on each server, where it differs from the general setting. */

import { audienceOn, type ChatAudience, type ChatSettings, chatAudiences } from '@shared/features/chat.js'
import { useTranslation } from 'react-i18next'
import type { ChatChange } from '../../state/change-settings.js'
import { useStableServers } from '../../state/feeds.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { MaskedText } from '../../ui/text/masked-text.js'

const asEverywhere = 'everywhere'

interface ChatServersProps {
  readonly chat: ChatSettings
  readonly onChange: (change: ChatChange) => void
}

export const ChatServers = ({ chat, onChange }: ChatServersProps) => {
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
    <section className="setting tall">
      <div>
        <h3>{t('chatSettings.servers')}</h3>
        <p>{t('chatSettings.serversText')}</p>
      </div>
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
    </section>
  )
}
