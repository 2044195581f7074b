/** Clients screen: the AI clients that connected, their rights, and the programs with their own key. */

import type { NewKey } from '@shared/clients/client.js'
import { type ProgramId, programIds } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskingPauses } from '../../connect/asking-pauses.js'
import { useProgramName } from '../../connect/program-text.js'
import { clients, connectedClients as guestFeed } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { Icon } from '../../ui/theme/icon.js'
import { BridgeRow } from './bridge-row.js'
import { ClientPage } from './client-page.js'
import { ClientRow } from './client-row.js'
import { ConnectPage } from './connect-page.js'
import { FreshKey } from './fresh-key.js'
import { GiveKey } from './give-key.js'
import { ProgramPage } from './program-page.js'
import { ProgramRows, programsSeen } from './program-rows.js'
import { XiaozhiPage } from './xiaozhi-page.js'
import './clients-screen.css'
import './client-page.css'

export interface ClientsScreenProps {
  /** What is to be open: the id of a client, `program:ID`, `guest:NAME`; `key` for the form of a new one. */
  readonly about?: string | undefined
  /** Whether the connection steps are open, or with `key` the form. */
  readonly adding?: boolean
}

const programIn = (about: string | undefined): ProgramId | undefined =>
  programIds.find((program) => about === `program:${program}`)

export const ClientsScreen = ({ about, adding = false }: ClientsScreenProps) => {
  const known = clients.use((feed) => feed.value.clients)
  const program = programIn(about)
  if (about === 'xiaozhi') return <XiaozhiPage />
  if (adding && about !== 'key') return <ConnectPage key={about} program={program} />
  const keyed = program && known.find(({ keyName }) => keyName === program)
  if (keyed) return <ClientPage key={keyed.id} client={keyed} />
  if (program) return <ProgramPage program={program} />
  if (about?.startsWith('guest:')) return <ProgramPage program="other" says={about.slice('guest:'.length)} />
  const client = known.find(({ id }) => id === about)
  if (client) return <ClientPage key={client.id} client={client} />
  return <AllClients giving={adding && about === 'key'} />
}

const AllClients = ({ giving: first }: { readonly giving: boolean }) => {
  const { t } = useTranslation()
  const { value, status } = clients.use()
  const { clients: known, bridge } = value
  const nameOf = useProgramName()
  const connectedClients = guestFeed.use((feed) => feed.value)
  const programs = programsSeen(connectedClients, nameOf)
  const [giving, setGiving] = useState(first)
  const [fresh, setFresh] = useState<NewKey>()
  const isConnected = programs.length > 0 || known.some(({ lastUsedAt }) => lastUsedAt !== undefined)
  const reported = new Set<string>([bridge.role])
  const rows = known.map((client) => {
    const explained = !reported.has(client.role)
    reported.add(client.role)
    return <ClientRow key={client.id} client={client} explained={explained} />
  })
  const connect = (
    <Button tone="go" icon="plug" onClick={() => goTo({ screen: 'clients', adding: true })}>
      {t('connect.title')}
    </Button>
  )
  return (
    <Screen
      title={t('nav.clients')}
      status={status}
      bar={<div className="clients-bar">{(isConnected || status !== 'ready') && connect}</div>}
    >
      <AskingPauses />
      {!isConnected && status === 'ready' && (
        <div className="clients-nobody">
          <Icon name="plug" size={24} />
          <div>
            <h2>{t('clientPage.nobody')}</h2>
            <p>{t('clientPage.nobodyText')}</p>
          </div>
          {connect}
        </div>
      )}
      {programs.length > 0 && <ProgramRows programs={programs} role={bridge.role} />}
      {status === 'ready' && <BridgeRow bridge={bridge} />}
      <section className="clients-keys" aria-labelledby="clients-keys">
        <div className="clients-keys-head">
          <div>
            <h2 id="clients-keys">{t('clientPage.keys')}</h2>
            <p>
              {known.length === 0 && `${t('clients.emptyTitle')} `}
              {t('clientPage.keysText')}
            </p>
          </div>
          {!giving && !fresh && (
            <Button size="s" icon="plus" onClick={() => setGiving(true)}>
              {t('clients.add')}
            </Button>
          )}
        </div>
        {giving && (
          <GiveKey
            taken={known.map(({ name }) => name)}
            onClose={() => setGiving(false)}
            onGiven={(key) => {
              setFresh(key)
              setGiving(false)
            }}
          />
        )}
        {fresh && <FreshKey given={fresh} onDone={() => setFresh(undefined)} />}
        {rows.length > 0 && <ul>{rows}</ul>}
      </section>
    </Screen>
  )
}
