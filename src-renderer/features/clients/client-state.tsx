/** Client state: whether a client is connected, paused, waits for the owner or is not allowed, in words. */

import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/names/status-dot.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { sinceText } from '../../ui/time/since-text.js'
import type { SeenClient } from './people-seen.js'

export type Standing = 'waiting' | 'refused' | 'paused' | 'usual'

export function standingOf({ decisions }: SeenClient, pause: AskingPause | undefined): Standing {
  if (decisions.some(({ state }) => state === 'waiting')) return 'waiting'
  if (decisions.length > 0 && decisions.every(({ state }) => state === 'refused')) return 'refused'
  return pause ? 'paused' : 'usual'
}

export interface ClientStateProps {
  readonly standing: Standing
  readonly seen: Pick<SeenClient, 'connected' | 'lastSeenAt'>
  readonly pause: AskingPause | undefined
}

export const ClientState = ({ standing, seen, pause }: ClientStateProps) => {
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
