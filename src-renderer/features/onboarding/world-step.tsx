/** World step: the demo world with one click, or an own server; then its state. */

import type { Server } from '@shared/servers/server.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'

export interface WorldSlots {
  /** The form for one's own server. */
  readonly addServer: (onClose: () => void) => ReactNode
  /** Why a server is offline, and what waits to be accepted. */
  readonly detail: (server: Server) => ReactNode
}

export interface WorldStepProps extends WorldSlots {
  readonly world: Server | undefined
}

export const WorldStep = ({ world, addServer, detail }: WorldStepProps) => {
  const { t } = useTranslation()
  const known = servers.use().value
  const nameOf = useServerName()
  const [form, setForm] = useState(false)
  const { busy, error, send } = useRequest()
  const hasDemo = known.some(({ kind }) => kind === 'simulator')
  const addDemo = () => send(attempt('servers:add-demo'))
  return (
    <>
      {!form && (
        <div className="onboarding-choices">
          <button type="button" className="onboarding-choice" onClick={() => setForm(true)}>
            <Icon name="server" size={20} />
            <b>{t('servers.add')}</b>
            <span>{t('onboarding.world.ownText')}</span>
          </button>
          {/* It stays in place: a replacement would be under the pointer. */}
          <button type="button" className="onboarding-choice" disabled={busy || hasDemo} onClick={() => void addDemo()}>
            <Icon name={hasDemo ? 'done' : 'world'} size={20} />
            <b>{t(hasDemo ? 'onboarding.world.demoAdded' : 'servers.addDemo')}</b>
            <span>{t('onboarding.world.demoText')}</span>
          </button>
        </div>
      )}
      {form && addServer(() => setForm(false))}
      {error && <ErrorNote error={error} />}
      {known.length > 0 && (
        <ul className="onboarding-servers" aria-label={t('nav.servers')}>
          {known.map((server) => (
            <li key={server.id}>
              <div className="onboarding-server">
                <StatusDot state={server.state} silent />
                <ServerName server={server} />
                <span>{t(`server.state.${server.state}`)}</span>
              </div>
              {detail(server)}
            </li>
          ))}
        </ul>
      )}
      <p className="onboarding-state" role="status">
        {world && t('onboarding.world.done', { name: visibleText(nameOf(world)) })}
      </p>
    </>
  )
}
