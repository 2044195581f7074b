/** Services screen: the other MCP servers behind Gatehouse with their states, ways to add one, or the details of one. */

import type { ImportSource } from '@shared/servers/service-import.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { servers as serverFeed, services as serviceFeed } from '../../../state/feeds.js'
import { useMayOrder } from '../../../state/gateway.js'
import { goTo } from '../../../state/navigation.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Screen } from '../../../ui/layout/screen.js'
import { EmptyState } from '../../../ui/messages/empty-state.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { UndoNote } from '../../../ui/messages/undo-note.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { ServersTabs } from '../servers-tabs.js'
import { ImportDialog } from './import-dialog.js'
import { ServiceDetail } from './service-detail.js'
import { ServiceForm } from './service-form.js'
import { ServiceRow, type ServiceRowAction } from './service-row.js'
import '../servers-screen.css'
import './services.css'

export interface ServicesScreenProps {
  /** Id of the service that is shown whole. */
  readonly about: string | undefined
  /** The form that adds one is open. */
  readonly adding: boolean
}

const showList = () => goTo({ screen: 'servers', tab: 'services' })

/** Clients whose servers can move here. */
const useSources = (): readonly [readonly ImportSource[], () => Promise<void>, (source: ImportSource) => void] => {
  const [sources, setSources] = useState<readonly ImportSource[]>([])
  const look = useCallback(async () => {
    const result = await attempt('services:sources')
    if (result.ok) setSources(result.value)
  }, [])
  useEffect(() => void look(), [look])
  const take = (source: ImportSource) =>
    setSources((before) => [...before.filter(({ file }) => file !== source.file), source])
  return [sources, look, take]
}

export const ServicesScreen = ({ about, adding }: ServicesScreenProps) => {
  const { t } = useTranslation()
  const { value: view, status } = serviceFeed.use()
  const known = serverFeed.use((feed) => feed.value)
  const [sources, look, take] = useSources()
  const [busy, setBusy] = useState<string>()
  const { error, send } = useRequest()
  const [editing, setEditing] = useState<string>()
  const [importing, setImporting] = useState<string>()
  const [moved, setMoved] = useState<{ readonly source: ImportSource; readonly count: number }>()
  const [isForgetful, setForgetful] = useState(false)
  const forget = useCallback(() => setMoved(undefined), [])
  const opened = view.services.find(({ id }) => id === about)
  const edited = view.services.find(({ name }) => name === editing)
  const serverOf = (id: string) => known.find((server) => server.id === id)
  const source = sources.find(({ entries }) => entries.some(({ stays }) => stays === undefined)) ?? sources[0]

  const act = async (name: string, doing: ServiceRowAction) => {
    setBusy(name)
    await send(attempt(`services:${doing}`, { name }))
    setBusy(undefined)
  }
  const remove = async (name: string) => {
    const result = await send(attempt('services:remove', { name }))
    if (result.ok) showList()
  }
  const restore = async (file: string) => {
    const result = await attempt('services:undo-import', { file })
    await look()
    return result
  }
  const mayAdd = useMayOrder('services:add')
  const mayImport = useMayOrder('services:import')
  const openImport = async () => {
    if (source) return setImporting(source.file)
    const result = await send(attempt('services:choose-file'))
    if (!result.ok || !result.value) return
    take(result.value)
    setImporting(result.value.file)
  }

  const program = source && source.program !== 'file' ? t(`services.program.${source.program}`) : undefined
  const buttons = mayAdd && !view.named && (
    <>
      {mayImport && (
        <Button onClick={() => void openImport()}>
          {program === undefined ? t('services.importFile') : t('services.importFrom', { program })}
        </Button>
      )}
      <Button tone="go" icon="plus" onClick={() => goTo({ screen: 'servers', tab: 'services', adding: true })}>
        {t('services.add')}
      </Button>
    </>
  )
  const general = view.problems.filter(({ service }) => service === undefined)

  return (
    <Screen
      title={opened ? visibleText(opened.name) : t('nav.servers')}
      status={status}
      {...(opened && { onBack: showList })}
      bar={
        !opened && (
          <>
            <ServersTabs tab="services" />
            <div className="servers-bar">{view.services.length > 0 && buttons}</div>
          </>
        )
      }
    >
      <div className="services">
        {moved && (
          <UndoNote
            key={moved.source.file}
            text={t('services.moved', { count: moved.count, program: t(`services.program.${moved.source.program}`) })}
            onUndo={() => restore(moved.source.file)}
            onDismissed={forget}
          />
        )}
        {error && <ErrorNote error={error} />}
        {isForgetful && (
          <p role="status" className="services-note">
            {t('services.forgetful')}
          </p>
        )}
        {general.map(({ message, line }) => (
          <div key={message} className="error-note" role="alert">
            <Icon name="warning" />
            <div>
              <div className="error-note-title">{t('services.broken')}</div>
              <div className="error-note-suggestion">{t('services.brokenNext', { line: String(line) })}</div>
              <div className="error-note-suggestion mono">{visibleText(`${view.file}: ${message}`)}</div>
            </div>
          </div>
        ))}
        {opened ? (
          <ServiceDetail
            key={opened.id}
            service={opened}
            server={serverOf(opened.id)}
            fixed={view.named}
            busy={busy === opened.name}
            onAct={(doing) => void act(opened.name, doing)}
            onEdit={() => setEditing(opened.name)}
            onRemove={() => void remove(opened.name)}
          />
        ) : view.services.length === 0 ? (
          <EmptyState
            art={<Icon name="plug" size={24} />}
            title={t('services.emptyTitle')}
            text={t('services.emptyText')}
          >
            {buttons}
          </EmptyState>
        ) : (
          <>
            <p className="services-intro">{t('services.intro')}</p>
            <div className="service-columns" aria-hidden="true">
              <span>{t('services.column.service')}</span>
              <span>{t('services.column.state')}</span>
              <span className="service-number">{t('services.column.tools')}</span>
              <span className="service-number">{t('services.column.calls')}</span>
              <span>{t('services.column.lastError')}</span>
            </div>
            <ul className="service-list" aria-label={t('services.tab.services')}>
              {view.services.map((service) => (
                <ServiceRow
                  key={service.id}
                  service={service}
                  server={serverOf(service.id)}
                  busy={busy === service.name}
                  onAct={(doing) => void act(service.name, doing)}
                />
              ))}
            </ul>
            <p className="services-foot">
              <Icon name="lock" />
              {t(view.named ? 'services.fromFile' : 'services.keychain', { file: visibleText(view.file) })}
            </p>
          </>
        )}
      </div>
      {(adding || edited) && (
        <ServiceForm
          {...(edited && { service: edited })}
          taken={view.services.map(({ name }) => name)}
          onDone={(_name, remembered) => {
            setForgetful(!remembered)
            setEditing(undefined)
            if (adding) showList()
          }}
          onClose={() => {
            setEditing(undefined)
            if (adding) showList()
          }}
        />
      )}
      {importing !== undefined && (
        <ImportDialog
          sources={sources}
          file={importing}
          onSource={take}
          onMoved={(from, count) => {
            setImporting(undefined)
            setMoved({ source: from, count })
            void look()
          }}
          onRestored={() => {
            setImporting(undefined)
            void look()
          }}
          onClose={() => setImporting(undefined)}
        />
      )}
    </Screen>
  )
}
