/** Clients screen: the AI clients as people, what happens with new ones, and keys for developers. */

import type { NewKey } from '@shared/clients/client.js'
import { type ProgramId, programIds } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProgramName } from '../../connect/program-text.js'
import { clients, connectedClients as guestFeed, keyless } from '../../state/feeds.js'
import { useIsElsewhere, useMayOrder } from '../../state/gateway.js'
import { goTo } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { Icon } from '../../ui/theme/icon.js'
import { AnyOtherAi } from './any-other-ai.js'
import { ClientPage } from './client-page.js'
import { ClientRow } from './client-row.js'
import { ConnectPage } from './connect-page.js'
import { EditAccess } from './edit-access.js'
import { FreshKey } from './fresh-key.js'
import { GiveKey } from './give-key.js'
import { NeuroPage } from './neuro-page.js'
import { clientsSeen } from './people-seen.js'
import { ProgramPage } from './program-page.js'
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
  if (about === 'neuro') return <NeuroPage />
  if (adding && about !== 'key') return <ConnectPage key={about} program={program} />
  const keyed = program && known.find(({ keyName }) => keyName === program)
  if (keyed) return <ClientPage key={keyed.id} client={keyed} />
  if (program) return <ProgramPage program={program} />
  if (about?.startsWith('guest:')) return <ProgramPage program="other" says={about.slice('guest:'.length)} />
  const client = known.find(({ id }) => id === about)
  if (client) return <ClientPage key={client.id} client={client} />
  return <AllClients giving={adding && about === 'key'} />
}

const AllClients = ({ giving }: { readonly giving: boolean }) => {
  const { t } = useTranslation()
  const { value, status } = clients.use()
  const nameOf = useProgramName()
  const connected = guestFeed.use((feed) => feed.value)
  const programs = keyless.use((feed) => feed.value.programs)
  const seen = clientsSeen({ clients: value.clients, shared: value.bridge, connected, programs, nameOf })
  const count = seen.filter((one) => one.connected).length
  const isElsewhere = useIsElsewhere()
  const mayGiveKeys = useMayOrder('clients:add')
  const isServed = usePreferences(({ settings }) => !isElsewhere || settings.remote.aiClients)
  const connect = mayGiveKeys && isServed && (
    <Button tone="go" icon="plus" onClick={() => goTo({ screen: 'clients', adding: true })}>
      {t('connect.title')}
    </Button>
  )
  return (
    <Screen
      title={t('nav.clients')}
      status={status}
      bar={
        <div className="clients-bar">
          {count > 0 && <span>{t('access.connectedCount', { count })}</span>}
          {(seen.length > 0 || status !== 'ready') && connect}
        </div>
      }
    >
      {seen.length === 0 && (
        <div className="clients-nobody">
          <Icon name="plug" size={24} />
          <div>
            <h2>{t('clientPage.nobody')}</h2>
            <p>{t('clientPage.nobodyText')}</p>
          </div>
          {connect}
        </div>
      )}
      {mayGiveKeys && !isServed && <p className="clients-note">{t('gateways.noAiClients')}</p>}
      <ul aria-label={t('nav.clients')}>
        {seen.map((one) => (
          <ClientRow key={one.about} seen={one} />
        ))}
      </ul>
      {!isElsewhere && <AnyOtherAi />}
      {mayGiveKeys && !isElsewhere && <ForDevelopers giving={giving} />}
    </Screen>
  )
}

/** Keys for scripts, and the rights that programs without a key share. */
const ForDevelopers = ({ giving: first }: { readonly giving: boolean }) => {
  const { t } = useTranslation()
  const { clients: known, bridge } = clients.use((feed) => feed.value)
  const [giving, setGiving] = useState(first)
  const [editing, setEditing] = useState(false)
  const [fresh, setFresh] = useState<NewKey>()
  const shared = t('clients.bridgeName')
  return (
    <details className="clients-developers" open={first || undefined}>
      <summary>{t('access.developers')}</summary>
      <div className="clients-developers-line">
        <p>{t('clientPage.keysText')}</p>
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
      <div className="clients-developers-line">
        <p>
          {shared}: {t('clients.bridge')}
        </p>
        {!editing && (
          <Button size="s" aria-label={t('clients.editNamed', { name: shared })} onClick={() => setEditing(true)}>
            {t('clients.edit')}
          </Button>
        )}
      </div>
      {editing && <EditAccess client={bridge} name={shared} onClose={() => setEditing(false)} />}
    </details>
  )
}
