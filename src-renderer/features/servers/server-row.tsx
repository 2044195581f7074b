/** Server row: one server at a glance; what it can do, and what is not taken from it, one click away. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { Name } from '../../ui/name.js'
import { StatusDot } from '../../ui/status-dot.js'
import { Review } from './review.js'
import { ServerCapabilities } from './server-capabilities.js'
import { ServerProblem } from './server-problem.js'
import './server-row.css'

const Removal = ({ server, onKeep }: { readonly server: Server; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const remove = async () => {
    setBusy(true)
    const result = await attempt('servers:remove', { id: server.id })
    setBusy(false)
    if (!result.ok) setError(result.error)
  }
  return (
    <div className="server-removal" role="alertdialog" aria-label={t('servers.removeQuestion')}>
      <div className="server-removal-words">
        <b>{t('servers.removeQuestion')}</b>
        <p>{t(server.kind === 'simulator' ? 'servers.removeDemoText' : 'servers.removeText')}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <Button size="s" autoFocus onClick={onKeep}>
        {t('servers.keep')}
      </Button>
      <Button size="s" tone="danger" disabled={busy} onClick={() => void remove()}>
        {t('servers.remove')}
      </Button>
    </div>
  )
}

const Figures = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const reachable = server.state === 'online' || server.state === 'degraded'
  const players = reachable ? server.health?.onlinePlayers : undefined
  const tps = reachable ? server.health?.tps : undefined
  return (
    <>
      <span className="server-figure">
        {players === undefined ? '–' : server.maxPlayers === undefined ? players : `${players} / ${server.maxPlayers}`}
        <small>{t('servers.players')}</small>
      </span>
      <span className={`server-figure ${tps !== undefined && tps < 15 ? 'slow' : ''}`}>
        {tps === undefined ? '–' : tps.toFixed(1)}
        <small>{t('server.tps')}</small>
      </span>
      <span className="server-figure">
        {server.capabilities.length}
        <small>{t('servers.capabilities', { count: server.capabilities.length })}</small>
      </span>
    </>
  )
}

export const ServerRow = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [removing, setRemoving] = useState(false)
  return (
    <li className="server-row">
      <div className="server-row-line">
        <button
          type="button"
          className="server-row-name"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
          <span className="server-row-names">
            <span className="server-row-title">
              <StatusDot state={server.state} silent />
              <Name text={server.name} />
              <span className={`server-row-state ${server.state}`}>{t(`server.state.${server.state}`)}</span>
            </span>
            <span className="server-row-about">
              {server.software && <Name text={server.software} />}
              {server.software && <span aria-hidden="true">·</span>}
              {server.kind === 'simulator' ? (
                <span>{t('servers.demo')}</span>
              ) : (
                <Name text={server.address ?? ''} className="mono" />
              )}
            </span>
          </span>
        </button>
        <Figures server={server} />
        {server.refused.length > 0 ? (
          <button type="button" className="server-row-refused" onClick={() => setOpen(true)}>
            <Icon name="warning" size={14} />
            {t('servers.refused', { count: server.refused.length })}
          </button>
        ) : (
          <span />
        )}
        <Button
          tone="quiet"
          size="s"
          icon="trash"
          aria-label={t('servers.removeNamed', { name: server.name })}
          title={t('servers.remove')}
          aria-expanded={removing}
          onClick={() => setRemoving(!removing)}
        />
      </div>
      <ServerProblem server={server} />
      <Review server={server} />
      {removing && <Removal server={server} onKeep={() => setRemoving(false)} />}
      <div id={id} hidden={!open}>
        {open && <ServerCapabilities server={server} />}
      </div>
    </li>
  )
}
