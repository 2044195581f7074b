/** First connection: shows when a program connects for the first time since its steps were opened. */

import type { ProgramId } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clients as clientFeed, connectedClients as guestFeed } from '../state/feeds.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { guestOf, useProgramText } from './program-text.js'

export interface FirstConnectionProps {
  readonly program: ProgramId
  /** Client id of the key created for it; it connects by the bridge when omitted. */
  readonly clientId?: string | undefined
  /** Name of the key that the bridge sends for an unknown program. */
  readonly keyName?: string | undefined
}

export const FirstConnection = ({ program, clientId, keyName }: FirstConnectionProps) => {
  const textOf = useProgramText()
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
      {isThere ? <ConnectedText program={program} name={name} /> : textOf('waiting', program)}
    </p>
  )
}

/** Uses its real name when the choice has none for it. */
const ConnectedText = ({ program, name }: { readonly program: ProgramId; readonly name: string | undefined }) => {
  const { t } = useTranslation()
  const textOf = useProgramText()
  return name === undefined ? textOf('arrived', program) : t('program.named.arrived', { name: visibleText(name) })
}
