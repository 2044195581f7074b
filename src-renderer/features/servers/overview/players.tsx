/** Players: who is online, where and since when, and what the owner can do to them at once. */

import type { PlayerAct } from '@shared/servers/owner-acts.js'
import { isConnected, type Server } from '@shared/servers/server.js'
import type { OnlinePlayer } from '@shared/servers/server-console.js'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { dimensionOf, isKnown, locationOf, positionOf } from '../../../sentences/location.js'
import { Button } from '../../../ui/buttons/button.js'
import { type MenuAction, MoreMenu } from '../../../ui/layout/more-menu.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Avatar } from '../../../ui/names/avatar.js'
import { Name } from '../../../ui/text/name.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import { useNow } from '../../../ui/time/clock.js'
import { durationTextOf } from '../elapsed-time.js'
import { ActDialog, type ChosenAct } from './act-dialog.js'
import { usePolled } from './use-polled.js'

const readEveryMs = 8_000

/** The acts with a button of their own in a row; the others are in its menu. */
const shownActs: Readonly<Partial<Record<PlayerAct, IconName>>> = { message: 'chat', teleport: 'arrow', kick: 'leave' }
const menuActs: readonly PlayerAct[] = ['add-to-whitelist', 'give-operator', 'take-operator', 'ban']
/** Those about a player who need not be online. */
const listActs: readonly PlayerAct[] = [
  'add-to-whitelist',
  'remove-from-whitelist',
  'give-operator',
  'take-operator',
  'ban',
  'unban',
]
const dangerous: ReadonlySet<PlayerAct> = new Set(['ban'])

export interface PlayersProps {
  readonly server: Server
  /** What the server can do. */
  readonly acts: readonly PlayerAct[]
}

interface RowProps {
  readonly online: OnlinePlayer
  readonly acts: readonly PlayerAct[]
  readonly onAct: (act: PlayerAct) => void
}

/** `In the Nether · 24 min` */
const Whereabouts = ({ online: { location: given, since } }: { readonly online: OnlinePlayer }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const now = useNow()
  const location = locationOf(given)
  const dimension = location?.world === undefined ? undefined : dimensionOf(location.world)
  const world = dimension ? t(`serverPage.in.${dimension}`) : location?.world && visibleText(location.world)
  const lasted = since === undefined ? undefined : durationTextOf(now - Date.parse(since))
  const place = location && (isKnown(location) || location.mark) ? positionOf(location, number) : undefined
  return (
    <span className="player-row-where" title={place}>
      {[world, lasted && t(lasted.key, lasted.values)].filter(Boolean).join(' · ')}
    </span>
  )
}

const PlayerRow = ({ online, acts, onAct }: RowProps) => {
  const { t } = useTranslation()
  const player = visibleText(online.player)
  const menu = menuActs
    .filter((act) => acts.includes(act))
    .map((act): MenuAction => {
      return { label: t(`serverPage.acts.${act}`), isDangerous: dangerous.has(act), onSelect: () => onAct(act) }
    })
  return (
    <li className="player-row">
      <Avatar caller={{ type: 'user', id: '', name: online.player }} size="s" />
      <Name text={online.player} className="player-row-name" />
      <Whereabouts online={online} />
      <span className="player-row-acts">
        {Object.entries(shownActs).map(
          ([act, icon]) =>
            acts.includes(act as PlayerAct) && (
              <Button
                key={act}
                size="s"
                tone="quiet"
                icon={icon}
                aria-label={t(`serverPage.actsOn.${act}`, { player })}
                onClick={() => onAct(act as PlayerAct)}
              >
                {t(`serverPage.acts.${act}`)}
              </Button>
            ),
        )}
        {menu.length > 0 && <MoreMenu about={player} actions={menu} />}
      </span>
    </li>
  )
}

export const Players = ({ server, acts }: PlayersProps) => {
  const { t } = useTranslation()
  const { id } = server
  const isThere = isConnected(server)
  const request = useCallback(() => attempt('players:online', { server: id }), [id])
  const { value: players = [], error, read } = usePolled(request, isThere ? readEveryMs : undefined)
  const [chosen, setChosen] = useState<ChosenAct>()
  const [done, setDone] = useState<string>()
  const title = t('serverPage.playersTitle')
  const lists = listActs
    .filter((act) => acts.includes(act))
    .map((act): MenuAction => ({ label: t(`serverPage.acts.${act}`), onSelect: () => setChosen({ act }) }))
  const count = server.health?.onlinePlayers ?? players.length
  return (
    <section className="overview-part" aria-label={title}>
      <div className="overview-head">
        <h2>{title}</h2>
        {isThere && (
          <span className="overview-count">
            {server.maxPlayers === undefined ? count : t('serverPage.countOf', { count, most: server.maxPlayers })}
          </span>
        )}
        <span className="overview-space" />
        {isThere && acts.includes('broadcast') && players.length > 0 && (
          <button type="button" className="overview-link" onClick={() => setChosen({ act: 'broadcast' })}>
            {t('serverPage.acts.broadcast')}
          </button>
        )}
        {isThere && lists.length > 0 && <MoreMenu about={title} actions={lists} />}
      </div>
      <p className="overview-done" role="status">
        {done}
      </p>
      {!isThere && <p className="overview-none">{t('serverPage.playersOffline')}</p>}
      {isThere && error && <ErrorNote error={error} quiet />}
      {isThere && !error && players.length === 0 && <p className="overview-none">{t('serverPage.nobody')}</p>}
      {isThere && players.length > 0 && (
        <ul className="player-rows">
          {players.map((online) => (
            <PlayerRow
              key={online.player}
              online={online}
              acts={acts}
              onAct={(act) => setChosen({ act, player: online.player })}
            />
          ))}
        </ul>
      )}
      {chosen && (
        <ActDialog
          server={id}
          chosen={chosen}
          players={players}
          onClose={() => setChosen(undefined)}
          onDone={(player) => {
            setDone(t(`serverPage.done.${chosen.act}`, { player: visibleText(player) }))
            setChosen(undefined)
            void read()
          }}
        />
      )}
    </section>
  )
}
