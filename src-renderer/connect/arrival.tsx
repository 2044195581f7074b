/** Arrival: waits for a program to come for the first time since its steps are shown, and says so when it does. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgramId } from '../../src-main/contract/connection.js'
import { guests as guestFeed } from '../state/feeds.js'
import { Icon } from '../ui/icon.js'
import { guestOf, useProgramName } from './program-words.js'

export interface ArrivalProps {
  readonly program: ProgramId
  /** Of the key that was made for it; it comes through the bridge when left out. */
  readonly clientId?: string | undefined
}

export const Arrival = ({ program, clientId }: ArrivalProps) => {
  const { t } = useTranslation()
  const name = useProgramName()(program)
  const guests = guestFeed.use((feed) => feed.value)
  const [since] = useState(() => new Date().toISOString())
  const guest = clientId === undefined ? guestOf(guests, program) : guests.find((one) => one.clientId === clientId)
  const isThere = guest?.connected === true && (program !== 'other' || guest.lastSeenAt >= since)
  return (
    <p className={`arrival ${isThere ? 'there' : ''}`} role="status">
      {isThere ? <Icon name="done" /> : <span className="arrival-dot" aria-hidden="true" />}
      {t(isThere ? 'connect.arrived' : 'connect.waiting', { name })}
    </p>
  )
}
