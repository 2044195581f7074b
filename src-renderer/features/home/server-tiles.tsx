/** Server tiles: name, players and state of each server, problems first. A click filters the feed. */

import { isWorld, type Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { servers } from '../../state/feeds.js'
import { ServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { useNow } from '../../ui/time/clock.js'
import { endTime } from '../../ui/time/clock-time.js'
import { useStateSince } from './use-state-since.js'
import './server-tiles.css'

/** Ticks a second below which players notice. */
const slowTicks = 15

const isSlow = ({ health }: Server): boolean =>
  health?.healthy === false || (health?.tps !== undefined && health.tps < slowTicks)

const isUp = ({ state }: Server): boolean => state === 'online' || state === 'degraded'

const orderOf = (server: Server): number => {
  if (server.state === 'offline') return 1
  return server.state === 'degraded' || isSlow(server) ? 0 : 2
}

const StateWords = ({ server }: { readonly server: Server }) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const since = useStateSince(server)
  const { state, strain } = server
  const minutes = since === undefined ? 0 : Math.floor((now - Date.parse(since)) / 60_000)
  if (state === 'connecting') return t('server.state.connecting')
  if (state === 'offline') {
    return since === undefined
      ? t('server.state.offline')
      : t('home.offlineSince', { time: endTime(since, now, i18n.language) })
  }
  if (state === 'degraded' && strain !== undefined && strain !== 'unwell') return t(`serverCare.strain.${strain}.short`)
  if (!isSlow(server) && state === 'online') return t('home.runsWell')
  return state === 'degraded' && minutes > 0 ? t('home.slowFor', { count: minutes }) : t('home.slow')
}

const Players = ({ server: { health, maxPlayers } }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const online = health?.onlinePlayers
  if (online === undefined) return null
  const figures = maxPlayers === undefined ? `${online}` : `${online} / ${maxPlayers}`
  return (
    <span className="server-tile-players" title={t('home.players', { count: online, figures })}>
      {figures} <span>{t('home.playersWord', { count: maxPlayers ?? online })}</span>
    </span>
  )
}

export interface ServerTilesProps {
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

export const ServerTiles = ({ chosen, onToggle }: ServerTilesProps) => {
  const { t } = useTranslation()
  const known = servers.use(({ value }) => value)
  const tiles = known.filter(isWorld).sort((one, other) => orderOf(one) - orderOf(other))
  return (
    <fieldset className="server-tiles">
      <legend className="visually-hidden">{t('live.serverFilter')}</legend>
      {tiles.map((server) => (
        <button
          key={server.id}
          type="button"
          className="server-tile"
          aria-pressed={chosen.has(server.id)}
          onClick={() => onToggle(server.id)}
        >
          <StatusDot state={server.state === 'online' && isSlow(server) ? 'degraded' : server.state} silent />
          <ServerName server={server} className="server-tile-name" />
          {isUp(server) && <Players server={server} />}
          <span className="server-tile-state">
            <StateWords server={server} />
          </span>
        </button>
      ))}
    </fieldset>
  )
}
