/** Deck settings: the door for a Stream Deck, the address of each button, and a new key. */
import { type DeckState, deckVerbs } from '@shared/streaming/deck.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { deck as deckFeed } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { PortSetting } from './port-setting.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

export const DeckSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = deckFeed.use((feed) => feed.value)
  const { deck } = settings
  const failed = state.kind === 'failed' && state.port === deck.port
  return (
    <>
      <OnOffSetting
        title={t('deck.title')}
        text={t('deck.text')}
        on={deck.enabled}
        onChange={(on) => onChange({ deck: { ...deck, enabled: on } })}
      />
      {deck.enabled && (
        <>
          {state.kind === 'on' && <Buttons state={state} />}
          <PortSetting
            title={t('deck.port')}
            text={t('deck.portText')}
            port={deck.port}
            problem={failed ? t(`streaming.port.${state.why}`) : undefined}
            onSave={(port) => onChange({ deck: { ...deck, port } })}
          />
        </>
      )}
    </>
  )
}

type OpenDeck = Extract<DeckState, { readonly kind: 'on' }>

const Buttons = ({ state }: { readonly state: OpenDeck }) => {
  const { t } = useTranslation()
  const [sure, setSure] = useState(false)
  const { error, send } = useRequest()
  const { hasKey, requests, last } = state
  const renew = async () => {
    await send(attempt('deck:renew'))
    setSure(false)
  }
  return (
    <Setting tall title={t('deck.buttons')} text={t('deck.buttonsText')}>
      <ul className="deck-buttons">
        {deckVerbs.map((verb) => (
          <li key={verb}>
            <div>
              <strong>{t(`deck.verbs.${verb}`)}</strong>
              <p>{t(`deck.verbTexts.${verb}`)}</p>
            </div>
            <CopyButton
              label={t('streaming.copy')}
              onCopy={async () => (await send(attempt('deck:copy', { verb }))).ok}
            />
          </li>
        ))}
      </ul>
      <p role="status">
        {t('deck.requests', { count: requests })}
        <Gap />
        {last &&
          t(last.isDone ? 'deck.lastDone' : 'deck.lastFailed', {
            what: t(`deck.verbs.${last.verb}`),
            time: minuteTime(last.at),
          })}
      </p>
      {hasKey && !sure && (
        <div className="obs-buttons">
          <Button size="s" tone="quiet" onClick={() => setSure(true)}>
            {t('deck.renew')}
          </Button>
        </div>
      )}
      {sure && (
        <Confirm
          question={t('deck.renewSure')}
          text={t('deck.renewText')}
          keep={t('app.cancel')}
          act={t('deck.renewDo')}
          onKeep={() => setSure(false)}
          onAct={() => void renew()}
        />
      )}
      {error && <ErrorNote title={t('streaming.copyFailed')} error={error} />}
    </Setting>
  )
}
