/** Chat tab: what players and the AI said, the tools it used, and what that cost. */

import type { ChatConversation, ChatSettings, ChatSummary } from '@shared/features/chat.js'
import { mayBePaid } from '@shared/features/paid-model.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { changeSettings, chatChange } from '../../../state/change-settings.js'
import { chat, gameApproval } from '../../../state/feeds.js'
import { goTo } from '../../../state/navigation.js'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/buttons/button.js'
import { SearchField } from '../../../ui/fields/search-field.js'
import { Switch } from '../../../ui/fields/switch.js'
import { EmptyState } from '../../../ui/messages/empty-state.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { useDollars } from '../../../ui/text/use-dollars.js'
import { Icon } from '../../../ui/theme/icon.js'
import { clockTime } from '../../../ui/time/clock-time.js'
import { ChatLines } from './chat-lines.js'
import './chat-tab.css'

const minutes = (instant: string): string => clockTime(instant).slice(0, 5)

const Row = ({ one, isOpen, onOpen }: { one: ChatSummary; isOpen: boolean; onOpen: () => void }) => {
  const { t } = useTranslation()
  const dollars = useDollars()
  const { last } = one
  return (
    <button type="button" className="chat-row" aria-current={isOpen} onClick={onOpen}>
      <span className="chat-who">
        <b>
          <MaskedText text={one.player} />
        </b>
        {one.muted && <span className="chat-muted">{t('chatTab.muted')}</span>}
        <span className="chat-said">
          <MaskedText text={last?.text ?? ''} />
        </span>
      </span>
      <span className="chat-when">
        {one.state === 'waiting' ? (
          <span className="chat-waiting">{t('chatTab.waiting')}</span>
        ) : (
          last && minutes(last.at)
        )}
        {one.cost > 0 && <span>{dollars(one.cost)}</span>}
      </span>
    </button>
  )
}

const Meter = () => {
  const { t } = useTranslation()
  const dollars = useDollars()
  const { costToday, dailyLimit } = chat.use((feed) => feed.value)
  const percent = dailyLimit > 0 ? Math.min(100, (costToday / dailyLimit) * 100) : 100
  return (
    <div className="chat-meter">
      <div className="chat-meter-line">
        <b>{t('chatTab.costToday')}</b>
        <span>{t('chatTab.costOf', { cost: dollars(costToday), limit: dollars(dailyLimit) })}</span>
      </div>
      <progress max={100} value={percent} aria-label={t('chatTab.costToday')} />
      <div className="chat-meter-line">
        <span>{t('chatTab.stopsAt', { limit: dollars(dailyLimit) })}</span>
        <Button size="s" tone="quiet" onClick={() => goTo({ screen: 'settings', about: 'chat' })}>
          {t('chatTab.changeLimit')}
        </Button>
      </div>
    </div>
  )
}

const Conversation = ({ one }: { readonly one: ChatConversation }) => {
  const { t } = useTranslation()
  const dollars = useDollars()
  const approver = gameApproval.use((feed) => feed.value.approver)
  const inGame = approver !== null && !approver.paused
  const mute = (on: boolean) => {
    const { server, player } = one
    const mutedNow = ({ muted }: ChatSettings) =>
      muted.filter((each) => each.server !== server.id || each.player !== player)
    void changeSettings(
      chatChange((now) => ({ muted: on ? [...mutedNow(now), { server: server.id, player }] : mutedNow(now) })),
    )
  }
  return (
    <section className="chat-open" aria-label={one.player}>
      <header>
        <div>
          <b>
            <MaskedText text={one.player} />
          </b>
          <p>
            {t('chatTab.about', { server: one.server.name, count: one.questions })}
            {one.cost > 0 && ` · ${dollars(one.cost)}`}
          </p>
        </div>
        <span className="chat-switch">
          <Switch label={t('chatTab.mute', { player: one.player })} on={one.muted} onChange={mute} />
          {t('chatTab.mute', { player: one.player })}
        </span>
      </header>
      <ChatLines conversation={one} />
      <footer>
        <Icon name="shield" /> {t(inGame ? 'chatTab.approveInGame' : 'chatTab.neverApprove')}
      </footer>
    </section>
  )
}

export const ChatTab = () => {
  const { t } = useTranslation()
  const { conversations, total, open, isModelChosen, enabled, name } = chat.use((feed) => feed.value)
  const mayCost = usePreferences(
    ({ settings }) => mayBePaid(settings.chat.model.baseUrl) || settings.chat.prices !== null,
  )
  const [words, setWords] = useState('')
  const [openId, setOpenId] = useState<string>()
  useEffect(() => {
    void attempt('chat:show', { words, ...(openId !== undefined && { open: openId }) })
  }, [words, openId])
  if (total === 0) {
    const needsSetup = !isModelChosen || !enabled
    return (
      <EmptyState
        art={<Icon name="chat" size={24} />}
        title={t(needsSetup ? 'chatTab.off' : 'chatTab.empty')}
        text={t(needsSetup ? 'chatTab.offText' : 'chatTab.emptyText', { name })}
      >
        {needsSetup && (
          <Button tone="go" onClick={() => goTo({ screen: 'settings', about: 'chat' })}>
            {t('chatTab.setUp')}
          </Button>
        )}
      </EmptyState>
    )
  }
  return (
    <div className="chat">
      <div className="chat-list">
        <SearchField label={t('chatTab.find')} value={words} onChange={setWords} maxLength={64} />
        <div className="chat-rows">
          {conversations.map((one) => (
            <Row key={one.id} one={one} isOpen={one.id === open?.id} onOpen={() => setOpenId(one.id)} />
          ))}
        </div>
        {mayCost && <Meter />}
      </div>
      {open && <Conversation one={open} />}
    </div>
  )
}
