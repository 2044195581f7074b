/** Arrival: shows when a program connects for the first time since its steps were opened. */

import type { ProgramId } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clients as clientFeed, connectedClients as guestFeed } from '../state/feeds.js'
import { Icon } from '../ui/icon.js'
import { visibleText } from '../ui/visible-text.js'
import { guestOf, useProgramWords } from './program-words.js'

export interface ArrivalProps {
  readonly program: ProgramId
  /** Of the key that was made for it; it connects by the bridge when left out. */
  readonly clientId?: string | undefined
  /** Of the key that the bridge brings for a program that we do not know. */
  readonly keyName?: string | undefined
}

export const Arrival = ({ program, clientId, keyName }: ArrivalProps) => {
  const words = useProgramWords()
  const connectedClients = guestFeed.use((feed) => feed.value)
  const known = clientFeed.use((feed) => feed.value.clients)
  const [since] = useState(() => new Date().toISOString())
  const guest =
    clientId === undefined
      ? guestOf(connectedClients, program, known, keyName)
      : connectedClients.find((one) => one.clientId === clientId)
  const givenName = known.find(({ id }) => id === guest?.clientId)?.name
  const isThere = guest?.connected === true && (program !== 'other' || guest.lastSeenAt >= since)
  const name = program === 'other' ? (givenName ?? guest?.says) : undefined
  return (
    <p className={`arrival ${isThere ? 'there' : ''}`} role="status">
      {isThere ? <Icon name="done" /> : <span className="arrival-dot" aria-hidden="true" />}
      {isThere ? <Arrived program={program} name={name} /> : words('waiting', program)}
    </p>
  )
}

/** By its real name, where the choice has none for it. */
const Arrived = ({ program, name }: { readonly program: ProgramId; readonly name: string | undefined }) => {
  const { t } = useTranslation()
  const words = useProgramWords()
  return name === undefined ? words('arrived', program) : t('program.named.arrived', { name: visibleText(name) })
}
