/** Neuro page: connects an AI VTuber, and shows its state, its last action and which actions it gets. */

import type { NeuroChange, NeuroPhase, NeuroState } from '@shared/features/neuro.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { asCaller } from '../../connect/program-text.js'
import { neuro } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Switch } from '../../ui/fields/switch.js'
import { Screen } from '../../ui/layout/screen.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { agoOf } from '../../ui/time/relative-time.js'
import { NeuroForm } from './neuro-form.js'
import { BackToClients } from './page-frame.js'
import { ToolChoice } from './tool-choice.js'
import './voice.css'

export const NeuroPage = () => {
  const { t } = useTranslation()
  const { value, status } = neuro.use()
  return (
    <Screen title={t(value ? 'neuro.choose' : 'neuro.title')} status={status} bar={<BackToClients />}>
      <div className="client-page">
        <p className="client-page-intro">{t('neuro.intro')}</p>
        {value ? <NeuroCard state={value} /> : <NeuroForm />}
      </div>
    </Screen>
  )
}

const dots = {
  connected: 'online',
  ended: 'connecting',
  connecting: 'connecting',
  retrying: 'connecting',
  paused: 'offline',
} as const satisfies Record<NeuroPhase, string>

const NeuroCard = ({ state }: { readonly state: NeuroState }) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'address' | 'removing'>()
  const { error, send } = useRequest()
  const { id, name, address, phase, reason, character, enabled, events, waiting, last, choices, dropsTools } = state
  const change = (changed: NeuroChange) => void send(attempt('neuro:change', changed))
  const leftOut = choices.filter(({ isPlain }) => !isPlain).length
  return (
    <section className="client-card voice-card" aria-label={name}>
      <header className="voice-head">
        <Avatar caller={asCaller(name)} />
        <div>
          <h2>
            <Name text={name} />
          </h2>
          <p className="mono">{address}</p>
        </div>
        <Switch label={t('neuro.enabled', { name })} on={enabled} onChange={(on) => change({ enabled: on })} />
      </header>
      <p className="voice-state" role="status">
        <StatusDot silent state={dots[phase]} />
        <span>{stateText()}</span>
        {phase === 'retrying' && (
          <Button size="s" onClick={() => void send(attempt('neuro:connect'))}>
            {t('neuro.connectNow')}
          </Button>
        )}
      </p>
      {waiting > 0 && <p>{t('neuro.waiting', { count: waiting })}</p>}
      {last && (
        <blockquote className="voice-last">
          <p>
            {t('neuro.last', { ago: agoOf(last.at, Date.now(), i18n.language) })}{' '}
            <span className="mono">{last.action}</span>
          </p>
          <p>{last.answer}</p>
        </blockquote>
      )}
      <div className="client-page-line">
        <span>{t('neuro.events')}</span>
        <Switch label={t('neuro.events')} on={events} onChange={(on) => change({ events: on })} />
      </div>
      {leftOut > 0 && <p>{t('neuro.leftOut', { count: leftOut })}</p>}
      <ToolChoice
        choices={choices}
        tools={state.tools}
        dropsTools={dropsTools}
        text={t('neuro.toolsText')}
        label={t('neuro.toolList')}
        onChoose={(tools) => change({ tools })}
      />
      {open === 'address' && <NeuroForm known={address} onClose={() => setOpen(undefined)} />}
      {error && <ErrorNote title={t('neuro.failed')} error={error} />}
      <div className="client-card-buttons">
        {open === 'removing' ? (
          <>
            <p>{t('neuro.removeText')}</p>
            <Button tone="quiet" onClick={() => setOpen(undefined)}>
              {t('app.cancel')}
            </Button>
            <Button tone="danger" onClick={() => void send(attempt('neuro:remove'))}>
              {t('neuro.removeNow')}
            </Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={() => goTo({ screen: 'clients', about: id })}>
              {t('neuro.rights')}
            </Button>
            <Button tone="quiet" onClick={() => setOpen(open === 'address' ? undefined : 'address')}>
              {t('neuro.newAddress')}
            </Button>
            <Button tone="danger" onClick={() => setOpen('removing')}>
              {t('neuro.remove')}
            </Button>
          </>
        )}
      </div>
    </section>
  )

  function stateText() {
    if (reason === 'public') return t('neuro.public')
    if (phase === 'connected' && character !== undefined) return t('neuro.character', { name: character })
    return (
      <>
        {t(`neuro.phase.${phase}`)}
        {reason !== undefined && <span className="mono"> ({reason})</span>}
      </>
    )
  }
}
