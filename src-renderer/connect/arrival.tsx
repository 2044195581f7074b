/** Arrival: waits for a program to come for the first time since its steps are shown, and says so when it does. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgramId } from '../../src-main/contract/connection.js'
import { clients as clientFeed, guests as guestFeed } from '../state/feeds.js'
import { Icon } from '../ui/icon.js'
import { visibleText } from '../ui/visible-text.js'
import { guestOf, useProgramWords } from './program-words.js'

export interface ArrivalProps {
  readonly program: ProgramId
  /** Of the key that was made for it; it comes through the bridge when left out. */
  readonly clientId?: string | undefined
  /** Of the key that the bridge brings for a program that we do not know. */
  readonly keyName?: string | undefined
}

export const Arrival = ({ program, clientId, keyName }: ArrivalProps) => {
  const words = useProgramWords()
  const guests = guestFeed.use((feed) => feed.value)
  const known = clientFeed.use((feed) => feed.value.clients)
  const [since] = useState(() => new Date().toISOString())
  const guest =
    clientId === undefined ? guestOf(guests, program, known, keyName) : guests.find((one) => one.clientId === clientId)
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
