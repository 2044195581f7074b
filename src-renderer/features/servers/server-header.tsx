/** Server header: the name and the state of a server in one line each, and what an owner does with it most. */

import { isConnected, type Server } from '@shared/servers/server.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useMayOrder } from '../../state/gateway.js'
import { goToServer } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { type MenuAction, MoreMenu } from '../../ui/layout/more-menu.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { PowerDialog, PowerNote, usePower } from './server-power.js'
import { isOnThisComputer, isSlow, shownStateOf } from './server-state.js'
import { RemoteSetup } from './setup/remote-setup.js'
import './server-header.css'

export interface ServerHeaderProps {
  readonly server: Server
  readonly testing: boolean
  /** Undefined where there is no connection to test. */
  readonly onTest: (() => void) | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** `Paper 1.21.4 · 3 / 20 players · runs well · on this computer` */
const Facts = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const { software, environment, health, maxPlayers, kind } = server
  const isThere = isConnected(server)
  const online = isThere ? health?.onlinePlayers : undefined
  const players =
    online === undefined
      ? undefined
      : t(maxPlayers === undefined ? 'serverPage.players' : 'serverPage.playersOf', {
          count: online,
          online: number(online),
          most: number(maxPlayers ?? 0),
        })
  const facts = [
    software && <Name key="software" text={software} />,
    environment && <Name key="environment" text={environment} />,
    players,
    isThere && server.strain === undefined && t(isSlow(server) ? 'serverPage.slow' : 'serverPage.well'),
    kind === 'simulator' ? t('servers.demo') : isOnThisComputer(server) && t('serverPage.here'),
  ].filter(Boolean)
  return (
    <p className="server-header-facts">
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each fact has its place
        <span key={at}>{fact}</span>
      ))}
    </p>
  )
}

export const ServerHeader = ({ server, testing, onTest, onEdit, onRemove }: ServerHeaderProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const mayChange = useMayOrder('servers:edit')
  const { error, send } = useRequest()
  const power = usePower(server)
  const [isSettingUp, setSettingUp] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The row that was pressed is gone.
  useEffect(() => title.current?.focus(), [])
  const { id, kind, state } = server
  const canDial = kind === 'agent' || kind === 'java'
  const canBackUp = kind === 'java' && server.capabilities.some(({ id }) => id === 'system.backup')
  const test = t(testing ? 'serverCare.testing' : 'serverCare.test')
  const backUp = () => {
    goToServer(id, 'backups')
    void send(attempt('backups:make', { id }))
  }
  const menu: readonly (MenuAction | false | undefined)[] = [
    onTest && { label: test, className: 'server-header-narrow', onSelect: onTest },
    canDial && {
      label: t(isConnected(server) ? 'serverCare.reconnect' : 'serverCare.reconnectNow'),
      onSelect: () => void send(attempt('servers:reconnect', { id })),
    },
    ...power.menu,
    server.way !== undefined && { label: t('remoteSetUp.open'), onSelect: () => setSettingUp(true) },
    kind !== 'simulator' && { label: t(canDial ? 'serverCare.edit' : 'serverCare.rename'), onSelect: onEdit },
    { label: t('servers.remove'), isDangerous: true, onSelect: onRemove },
  ]
  return (
    <header className="server-header">
      <span className="server-header-mark" aria-hidden="true">
        <Icon name="server" size={20} />
      </span>
      <div className="server-header-names">
        <h2 ref={title} tabIndex={-1}>
          <ServerName server={server} />
          <span className={`server-header-state ${state}`}>
            <StatusDot state={state} silent />
            {t(`server.state.${shownStateOf(server)}`)}
          </span>
        </h2>
        <Facts server={server} />
        {server.queue && (
          <p className="server-header-facts" role="note">
            {t('serverPage.queue', { count: server.queue.requests, seconds: server.queue.seconds })}
          </p>
        )}
        {server.newName !== undefined && (
          <p className="server-header-facts" role="note">
            {t('serverCare.newName', { name: visibleText(server.newName) })}
          </p>
        )}
      </div>
      {mayChange && (
        <div className="server-header-buttons">
          {power.start && (
            <Button tone="go" onClick={power.start}>
              {t('power.start')}
            </Button>
          )}
          {onTest && (
            <Button icon="plug" className="server-header-wide" disabled={testing} onClick={onTest}>
              {test}
            </Button>
          )}
          {canBackUp && (
            <Button icon="copy" onClick={backUp}>
              {t('backups.make')}
            </Button>
          )}
          <MoreMenu
            about={visibleText(nameOf(server))}
            actions={menu.filter((one) => one !== false && one !== undefined)}
          />
        </div>
      )}
      {error && <ErrorNote error={error} />}
      <PowerNote power={power} />
      <PowerDialog server={server} power={power} />
      {isSettingUp && <RemoteSetup server={server} onClose={() => setSettingUp(false)} />}
    </header>
  )
}
