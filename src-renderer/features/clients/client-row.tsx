/** Client row: an AI as a person: who, what it did last, what it did today, and what it may do. */

import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { bridge } from '@shared/clients/client.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { asCaller, programMarks } from '../../connect/program-text.js'
import { approvals, askingPauses, clients as clientFeed } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { sinceText } from '../../ui/time/since-text.js'
import { AccessSentence } from './access-sentence.js'
import { ChangeAccess } from './change-access.js'
import { LastAct } from './last-act.js'
import type { SeenClient } from './people-seen.js'
import { useActivity } from './use-activity.js'

export const ClientRow = ({ seen }: { readonly seen: SeenClient }) => {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  const { busy, error, send } = useRequest()
  const shared = clientFeed.use((feed) => feed.value.bridge)
  const pausedId = seen.client?.id ?? bridge.id
  const pause = askingPauses.use((feed) => feed.value.find(({ client }) => client.id === pausedId))
  const standing = standingOf(seen, pause)
  const activity = useActivity(seen.names, seen.lastSeenAt)
  const waiting = approvals.use(
    (feed) =>
      feed.value.filter(({ caller }) =>
        seen.client ? caller.id === seen.client.id : caller.id === bridge.id && seen.names.includes(caller.name),
      ).length,
  )
  const name = visibleText(seen.name)
  const decide = (state: 'allowed' | 'refused') =>
    void send(
      Promise.all(
        seen.decisions
          .filter((one) => one.state !== state && one.state !== 'allowed')
          .map(({ id }) => attempt('keyless:decide', { id, state })),
      ).then((all) => all.find(({ ok }) => !ok) ?? all[0] ?? { ok: true, value: null }),
    )
  return (
    <li className="client-row">
      <Avatar caller={asCaller(seen.name)} {...(seen.program !== 'other' && { mark: programMarks[seen.program] })} />
      <div className="client-row-who">
        <h2>
          <Name text={seen.name} /> <ClientState standing={standing} seen={seen} pause={pause} />
        </h2>
        <p>
          {pause ? t('access.youDenied', { denials: pause.denials, count: pause.minutes }) : <LastAct of={activity} />}
        </p>
        <Today done={activity?.done} denied={activity?.denied} failed={activity?.failed} waiting={waiting} />
      </div>
      <div className="client-row-may">
        <h3>{t('access.label')}</h3>
        <AccessSentence rights={seen.rights} />
      </div>
      <div className="client-row-buttons">
        {standing === 'waiting' && (
          <Button disabled={busy} onClick={() => decide('refused')}>
            {t('newClient.notNow')}
          </Button>
        )}
        {(standing === 'waiting' || standing === 'refused') && (
          <Button
            tone="go"
            disabled={busy}
            aria-label={t('newClient.allowNamed', { name })}
            onClick={() => decide('allowed')}
          >
            {t('newClient.allow')}
          </Button>
        )}
        {standing === 'paused' && (
          <Button
            disabled={busy}
            aria-label={t('asking.one.letLabel', { name })}
            onClick={() => void send(attempt('asking:resume', { client: pausedId }))}
          >
            {t('asking.one.let')}
          </Button>
        )}
        {standing === 'usual' && (
          <Button
            aria-label={t('access.changeNamed', { name })}
            aria-expanded={changing}
            onClick={() => setChanging(!changing)}
          >
            {t('access.change')}
          </Button>
        )}
        <Button
          tone="quiet"
          aria-label={t('clientPage.open', { name })}
          title={t('story.details')}
          onClick={() => goTo({ screen: 'clients', about: seen.about })}
        >
          ⋯
        </Button>
      </div>
      {error && <ErrorNote title={t('clients.editFailed')} error={error} />}
      {changing && (
        <ChangeAccess
          client={seen.client ?? shared}
          name={name}
          isShared={seen.client === undefined}
          onClose={() => setChanging(false)}
        />
      )}
    </li>
  )
}

interface TodayProps {
  readonly done: number | undefined
  readonly denied: number | undefined
  readonly failed: number | undefined
  readonly waiting: number
}

/** Without zeros. */
const Today = ({ waiting, ...counts }: TodayProps) => {
  const { t } = useTranslation()
  const { done, denied, failed } = counts
  if (done === undefined) return <p className="client-row-today">{'\u00a0'}</p>
  const shown = (['done', 'denied', 'failed'] as const).filter((kind) => (counts[kind] ?? 0) > 0)
  const isNothing = shown.length === 0 && waiting === 0
  if (isNothing) return <p className="client-row-today">{t('access.nothingToday')}</p>
  return (
    <p className="client-row-today">
      <span>{t('access.today')}</span>
      {shown.map((kind) => (
        <span key={kind}>
          <strong>{{ done, denied, failed }[kind]}</strong> {t(`access.counts.${kind}`)}
        </span>
      ))}
      {waiting > 0 && (
        <span className="client-row-waiting">
          <strong>{waiting}</strong> {t('access.counts.waiting')}
        </span>
      )}
    </p>
  )
}

type Standing = 'waiting' | 'refused' | 'paused' | 'usual'

function standingOf({ decisions }: SeenClient, pause: AskingPause | undefined): Standing {
  if (decisions.some(({ state }) => state === 'waiting')) return 'waiting'
  if (decisions.length > 0 && decisions.every(({ state }) => state === 'refused')) return 'refused'
  return pause ? 'paused' : 'usual'
}

interface ClientStateProps {
  readonly standing: Standing
  readonly seen: Pick<SeenClient, 'connected' | 'lastSeenAt'>
  readonly pause: AskingPause | undefined
}

const ClientState = ({ standing, seen, pause }: ClientStateProps) => {
  const { t, i18n } = useTranslation()
  const { connected, lastSeenAt } = seen
  const words = () => {
    if (standing === 'waiting') return t('newClient.waits')
    if (standing === 'refused') return t('newClient.refused')
    if (standing === 'paused' && pause) return t('asking.short', { time: minuteTime(pause.until) })
    if (connected) return t('connect.connected')
    if (lastSeenAt === undefined) return t('clients.neverUsed')
    return t('access.notSince', { since: sinceText(lastSeenAt, Date.now(), i18n.language) })
  }
  const dot = standing === 'waiting' || standing === 'paused' ? 'degraded' : connected ? 'online' : 'offline'
  return (
    <span className="client-row-state">
      <StatusDot silent state={dot} /> {words()}
    </span>
  )
}
