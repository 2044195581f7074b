/** Clients: the programs that have a key of their own, and giving one to another. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewKey } from '../../../src-main/contract/client.js'
import { clients } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Icon } from '../../ui/icon.js'
import { Screen } from '../../ui/screen.js'
import { BridgeRow } from './bridge-row.js'
import { ClientRow } from './client-row.js'
import { FreshKey } from './fresh-key.js'
import { GiveKey } from './give-key.js'
import './clients-screen.css'

export const ClientsScreen = () => {
  const { t } = useTranslation()
  const { value, status } = clients.use()
  const { clients: known, bridge } = value
  const [giving, setGiving] = useState(false)
  const [fresh, setFresh] = useState<NewKey>()
  const give = !giving && !fresh && (
    <Button tone="go" icon="plus" onClick={() => setGiving(true)}>
      {t('clients.add')}
    </Button>
  )
  const isEmpty = known.length === 0 && !giving && !fresh
  return (
    <Screen
      title={t('nav.clients')}
      status={status}
      bar={<div className="clients-bar">{known.length > 0 && give}</div>}
    >
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
      {isEmpty ? (
        <EmptyState art={<Icon name="key" size={24} />} title={t('clients.emptyTitle')} text={t('clients.emptyText')}>
          {give}
        </EmptyState>
      ) : (
        <ul>
          {known.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </ul>
      )}
      {status === 'ready' && <BridgeRow bridge={bridge} />}
    </Screen>
  )
}
