/** Chat lines: one conversation, with the tools of each answer and how they ended. */

import type { ChatConversation, ChatEntry, ChatToolUse } from '@shared/features/chat.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { goTo } from '../../../state/navigation.js'
import { Button } from '../../../ui/buttons/button.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { useDollars } from '../../../ui/text/use-dollars.js'
import { Icon } from '../../../ui/theme/icon.js'
import { clockTime } from '../../../ui/time/clock-time.js'

const Tool = ({ use }: { readonly use: ChatToolUse }) => {
  const { t } = useTranslation()
  const nameKey = coreNameKey(use.capabilityId)
  return (
    <div className={`chat-tool ${use.state}`}>
      <Icon
        name={
          use.state === 'done' ? 'done' : use.state === 'waiting' ? 'ask' : use.state === 'denied' ? 'refused' : 'call'
        }
      />
      <span>{nameKey ? t(nameKey) : use.capabilityId}</span>
      <span className="chat-tool-state">{t(`chatTab.tool.${use.state}`)}</span>
      {use.state === 'waiting' && (
        <Button size="s" onClick={() => goTo({ screen: 'approvals' })}>
          {t('chatTab.review')}
        </Button>
      )}
    </div>
  )
}

const Entry = ({ entry, player }: { readonly entry: ChatEntry; readonly player: string }) => {
  const { t } = useTranslation()
  const dollars = useDollars()
  const { from, at, text, tools, cost, problem } = entry
  return (
    <article className={`chat-entry ${from}`}>
      <span className="chat-mark" aria-hidden="true">
        {from === 'ai' ? t('chatTab.ai') : ([...player][0] ?? '?').toUpperCase()}
      </span>
      <div>
        <div className="chat-entry-head">
          <b>{from === 'ai' ? t('chatTab.ai') : <MaskedText text={player} />}</b> {clockTime(at).slice(0, 5)}
          {cost !== undefined && cost > 0 && ` · ${dollars(cost)}`}
        </div>
        {tools.map((use, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tools of one answer never change places
          <Tool key={index} use={use} />
        ))}
        <p className="chat-text">
          <MaskedText text={text} />
        </p>
        {problem && <p className="chat-problem">{t(`modelProblem.${problem.kind}`)}</p>}
      </div>
    </article>
  )
}

export const ChatLines = ({ conversation }: { readonly conversation: ChatConversation }) => (
  <div className="chat-lines">
    {conversation.entries.map((entry) => (
      <Entry key={entry.id} entry={entry} player={conversation.player} />
    ))}
  </div>
)
