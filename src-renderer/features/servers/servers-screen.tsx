/** Servers screen: the list of servers with their states and the Add button, or the details of one. */

import type { Server } from '@shared/servers/server.js'
import { isServiceId } from '@shared/servers/service.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso } from 'react-virtuoso'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { useMayOrder } from '../../state/gateway.js'
import { goTo, goToServer, type ServerTab } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Chip } from '../../ui/fields/chip.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { NotConnected, useIsCareful } from '../../ui/messages/not-connected.js'
import { UndoNote } from '../../ui/messages/undo-note.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { AddServer } from './add/add-server.js'
import {
  countOf,
  inOrder,
  type ServerFilter,
  type Sorting,
  shownServers,
  sortings,
  stateFilters,
} from './server-list.js'
import { ServerPage } from './server-page.js'
import { ServerRow } from './server-row.js'
import { ServersTabs } from './servers-tabs.js'
import { SetupScreen } from './setup/setup-screen.js'
import './servers-screen.css'
import { useRequest } from '../../state/use-request.js'

export interface ServersScreenProps {
  /** The ways to add one are shown. */
  readonly adding: boolean
  /** Id of the server that is shown whole. */
  readonly about: string | undefined
  /** The tab of its page. */
  readonly tab: ServerTab
  /** Id of the server whose set-up is shown. */
  readonly setUp: string | undefined
}

/** From so many on there is something to search and to filter. */
const manyServers = 5

const everything: ServerFilter = { words: '', state: 'all' }

const openForm = () => goTo({ screen: 'servers', adding: true })
const showList = () => goTo({ screen: 'servers' })

interface BarProps {
  readonly known: readonly Server[]
  readonly wanted: ServerFilter
  readonly sorting: Sorting
  readonly onWant: (wanted: ServerFilter) => void
  readonly onSort: (sorting: Sorting) => void
}

const ListBar = ({ known, wanted, sorting, onWant, onSort }: BarProps) => {
  const { t } = useTranslation()
  return (
    <div className="servers-filter">
      <fieldset className="servers-states" aria-label={t('serverCare.filter')}>
        {stateFilters.map((state) => (
          <Chip key={state} on={wanted.state === state} onToggle={() => onWant({ ...wanted, state })}>
            {t(`serverCare.states.${state}`, { count: countOf(known, state) })}
          </Chip>
        ))}
      </fieldset>
      <SelectField
        quiet
        label={t('serverCare.sort')}
        value={sorting}
        options={sortings.map((value) => ({ value, label: t(`serverCare.sortings.${value}`) }))}
        onChoose={onSort}
      />
      <SearchField
        label={t('servers.search')}
        maxLength={128}
        value={wanted.words}
        onChange={(words) => onWant({ ...wanted, words })}
      />
    </div>
  )
}

export const ServersScreen = ({ adding, about, tab, setUp }: ServersScreenProps) => {
  const mayAdd = useMayOrder('servers:add')
  const { t, i18n } = useTranslation()
  const { value: all, status } = servers.use()
  const known = useMemo(() => all.filter(({ id }) => !isServiceId(id)), [all])
  const { busy, error, send } = useRequest()
  const nameOf = useServerName()
  const [added, setAdded] = useState<Server>()
  const [removed, setRemoved] = useState<Pick<Server, 'id' | 'name'>>()
  const [wanted, setWanted] = useState(everything)
  const [sorting, setSorting] = useState<Sorting>('name')
  const forget = useCallback(() => setRemoved(undefined), [])
  const isCareful = useIsCareful()
  const opened = about === undefined ? undefined : known.find(({ id }) => id === about)
  const hasDemo = known.some((server) => server.kind === 'simulator')
  const shown = useMemo(
    () => inOrder(shownServers(known, wanted, nameOf), sorting, i18n.language, nameOf),
    [known, wanted, sorting, i18n.language, nameOf],
  )

  const addDemo = async () => {
    const result = await send(attempt('servers:add-demo'))
    if (result.ok) setAdded(result.value)
  }

  const restore = async (id: string) => {
    const result = await attempt('servers:restore', { id })
    if (result.ok) goToServer(result.value.id)
    return result
  }

  const buttons = mayAdd && (
    <>
      {!hasDemo && (
        <Button icon="world" disabled={busy} onClick={() => void addDemo()}>
          {t('servers.addDemo')}
        </Button>
      )}
      <Button tone="go" icon="plus" onClick={openForm}>
        {t('servers.add')}
      </Button>
    </>
  )

  const list = (
    <>
      {error && (
        <div className="servers-error">
          <ErrorNote error={error} />
        </div>
      )}
      {about !== undefined && status === 'ready' && <p className="servers-none">{t('serverCare.gone')}</p>}
      {known.length === 0 && isCareful && <NotConnected />}
      {known.length === 0 && !isCareful && (
        <EmptyState
          art={<Icon name="server" size={24} />}
          title={t('servers.emptyTitle')}
          text={t('servers.emptyText')}
        >
          {buttons}
        </EmptyState>
      )}
      {known.length >= manyServers && (
        <ListBar known={known} wanted={wanted} sorting={sorting} onWant={setWanted} onSort={setSorting} />
      )}
      {known.length > 0 && shown.length === 0 && (
        <div className="servers-none">
          <p>{t('servers.noMatch')}</p>
          <Button size="s" onClick={() => setWanted(everything)}>
            {t('serverCare.showAll')}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <Virtuoso<Server>
          className="servers-list"
          data={shown as Server[]}
          computeItemKey={(_index, server) => server.id}
          defaultItemHeight={57}
          increaseViewportBy={300}
          itemContent={(_index, server) => <ServerRow server={server} />}
        />
      )}
    </>
  )

  if (setUp !== undefined) {
    const server = known.find(({ id }) => id === setUp)
    return (
      <Screen
        title={t('setUp.title', { name: server ? visibleText(nameOf(server)) : '' })}
        status={status}
        onBack={showList}
      >
        <SetupScreen
          id={setUp}
          server={server}
          onLeave={showList}
          onAgain={openForm}
          onOpen={() => goToServer(setUp)}
        />
      </Screen>
    )
  }
  if (adding) {
    return (
      <Screen title={t('servers.add')} status={status} onBack={showList}>
        <AddServer
          onAdded={(server) => {
            setAdded(server)
            goToServer(server.id, 'actions')
          }}
          onSetUp={(id) => goTo({ screen: 'servers', setUp: id })}
        />
      </Screen>
    )
  }

  return (
    <Screen
      title={t('nav.servers')}
      status={status}
      onBack={opened && showList}
      bar={
        opened ? (
          <span className="servers-crumb">
            <span aria-hidden="true">/</span>
            <ServerName server={opened} />
          </span>
        ) : (
          <>
            <ServersTabs tab="minecraft" />
            <div className="servers-bar">{known.length > 0 && buttons}</div>
          </>
        )
      }
    >
      <div className="servers">
        <div className="visually-hidden" role="status">
          {added !== undefined && t('servers.added', { name: visibleText(nameOf(added)) })}
        </div>
        {removed && (
          <UndoNote
            key={removed.id}
            text={t('serverCare.removed', { name: visibleText(nameOf(removed)) })}
            onUndo={() => restore(removed.id)}
            onDismissed={forget}
          />
        )}
        {opened ? (
          <div className="servers-one">
            <ServerPage
              key={opened.id}
              server={opened}
              tab={tab}
              onRemoved={({ id, name }) => {
                setRemoved({ id, name })
                showList()
              }}
            />
          </div>
        ) : (
          list
        )}
      </div>
    </Screen>
  )
}
