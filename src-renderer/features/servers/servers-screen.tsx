/** Servers: which there are, how they are, and the way to add one. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { Screen } from '../../ui/screen.js'
import { visibleText } from '../../ui/visible-text.js'
import { AddServer } from './add-server.js'
import { ServerRow } from './server-row.js'
import './servers-screen.css'

export interface ServersScreenProps {
  /** Opens the form at once. */
  readonly adding: boolean
}

const manyServers = 8

export const ServersScreen = ({ adding }: ServersScreenProps) => {
  const { t } = useTranslation()
  const { value: known, status } = servers.use()
  const [form, setForm] = useState(adding)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const [added, setAdded] = useState<string>()
  const [wanted, setWanted] = useState('')
  const hasDemo = known.some((server) => server.kind === 'simulator')
  const words = wanted.trim().toLocaleLowerCase()
  const shown = known.filter((server) =>
    `${server.name} ${server.address ?? ''} ${server.software ?? ''}`.toLocaleLowerCase().includes(words),
  )

  const addDemo = async () => {
    setBusy(true)
    const result = await attempt('servers:add-demo')
    setBusy(false)
    setError(result.ok ? undefined : result.error)
    if (result.ok) setAdded(result.value.name)
  }

  const buttons = (
    <>
      {!hasDemo && (
        <Button icon="world" disabled={busy} onClick={() => void addDemo()}>
          {t('servers.addDemo')}
        </Button>
      )}
      {!form && (
        <Button tone="go" icon="plus" onClick={() => setForm(true)}>
          {t('servers.add')}
        </Button>
      )}
    </>
  )

  return (
    <Screen
      title={t('nav.servers')}
      status={status}
      bar={
        <div className="servers-bar">
          {known.length >= manyServers && (
            <input
              type="search"
              aria-label={t('servers.search')}
              placeholder={t('servers.search')}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
          {known.length > 0 && buttons}
        </div>
      }
    >
      <div className="visually-hidden" role="status">
        {added !== undefined && t('servers.added', { name: visibleText(added) })}
      </div>
      {form && (
        <AddServer
          onClose={() => setForm(false)}
          onAdded={(server) => {
            setAdded(server.name)
            setForm(false)
          }}
        />
      )}
      {error && (
        <div className="servers-error">
          <ErrorNote error={error} />
        </div>
      )}
      {known.length === 0 && !form && (
        <EmptyState
          art={<Icon name="server" size={24} />}
          title={t('servers.emptyTitle')}
          text={t('servers.emptyText')}
        >
          {buttons}
        </EmptyState>
      )}
      {known.length > 0 && shown.length === 0 && <p className="servers-none">{t('servers.noMatch')}</p>}
      <ul>
        {shown.map((server) => (
          <ServerRow key={server.id} server={server} />
        ))}
      </ul>
    </Screen>
  )
}
