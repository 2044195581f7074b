/** Presence: whether a program is connected, by shape and text, or when it was last connected. */
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/names/status-dot.js'
import { agoOf } from '../ui/time/relative-time.js'

export interface PresenceProps {
  readonly connected: boolean
  /** ISO 8601; absent for one that never connected. */
  readonly lastSeenAt?: string | undefined
}

export const Presence = ({ connected, lastSeenAt }: PresenceProps) => {
  const { t, i18n } = useTranslation()
  const seen = lastSeenAt && agoOf(lastSeenAt, Date.now(), i18n.language)
  return (
    <span className="presence" title={lastSeenAt}>
      <StatusDot silent state={connected ? 'online' : 'offline'} />
      {connected ? t('connect.connected') : seen ? t('clients.used', { ago: seen }) : t('clients.neverUsed')}
    </span>
  )
}
