/** Filter row: the active filters as removable chips, and the button that holds the list. */

import type { Server } from '@shared/servers/server.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../state/live.js'
import { Button } from '../../ui/buttons/button.js'
import { SwitchField } from '../../ui/fields/switch.js'
import { useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { Icon } from '../../ui/theme/icon.js'
import { endTime } from '../../ui/time/clock-time.js'
import { entryKinds, everything, type FeedFilter, isFiltering, playerIn, toggled } from './feed-filter.js'
import { FilterChoice, type Option } from './filter-choice.js'
import './filter-row.css'

const maxPlayers = 2_000

/** More tiles than these are not all in sight: servers can also be chosen by typing. */
const manyServers = 4

const withoutSince = ({ since: _since, ...filter }: FeedFilter): FeedFilter => filter

/** All players that the entries name, the most frequent first. */
const playersNow = (): readonly Option<string>[] => {
  const { log } = useLive.getState()
  const counts = new Map<string, number>()
  for (let number = log.first; number < log.end; number += 1) {
    const entry = log.rowOf(number) === number ? log.at(number) : undefined
    const player = entry && playerIn(entry)
    if (player !== undefined && (counts.has(player) || counts.size < maxPlayers))
      counts.set(player, (counts.get(player) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([value, count]) => ({ value, label: value, count }))
}

const Taken = ({
  what,
  onOff,
  children,
}: {
  readonly what: string
  readonly onOff: () => void
  readonly children: ReactNode
}) => (
  <li>
    <button type="button" className="filter-taken" onClick={onOff} aria-label={what} title={what}>
      {children}
      <Icon name="close" size={10} />
    </button>
  </li>
)

export interface FilterRowProps {
  readonly servers: readonly Server[]
  readonly filter: FeedFilter
  readonly onFilter: (filter: FeedFilter) => void
  readonly isPaused: boolean
  readonly missed: number
  readonly onPause: () => void
  readonly onFollow: () => void
}

export const FilterRow = ({ servers, filter, onFilter, isPaused, missed, onPause, onFollow }: FilterRowProps) => {
  const { t, i18n } = useTranslation()
  const serverName = useServerName()
  const nameOf = (id: string) => {
    const server = servers.find((one) => one.id === id)
    return server ? serverName(server) : id
  }
  const sinceText = (since: string) => t('timeline.since', { time: endTime(since, Date.now(), i18n.language) })
  const takeOff = (name: string) => t('timeline.takeOff', { name })
  return (
    <div className="filter-row">
      <SwitchField
        label={t('timeline.aiOnly')}
        on={filter.aiOnly}
        onChange={(aiOnly) => onFilter({ ...filter, aiOnly })}
      />
      <FilterChoice
        label={t('timeline.kind')}
        placeholder={t('timeline.findKind')}
        empty=""
        options={() => entryKinds.map((value) => ({ value, label: t(`timeline.kinds.${value}`) }))}
        chosen={filter.kinds}
        onToggle={(kind) => onFilter({ ...filter, kinds: toggled(filter.kinds, kind) })}
      />
      <FilterChoice
        label={t('timeline.player')}
        placeholder={t('timeline.findPlayer')}
        empty={t('timeline.noPlayers')}
        options={playersNow}
        chosen={filter.players}
        onToggle={(player) => onFilter({ ...filter, players: toggled(filter.players, player) })}
      />
      {servers.length > manyServers && (
        <FilterChoice
          label={t('timeline.servers', { count: servers.length })}
          placeholder={t('timeline.findServer')}
          empty={t('servers.emptyTitle')}
          options={() =>
            servers.map((server) => ({
              value: server.id,
              label: serverName(server),
              look: <StatusDot state={server.state} />,
            }))
          }
          chosen={filter.servers}
          onToggle={(id) => onFilter({ ...filter, servers: toggled(filter.servers, id) })}
        />
      )}
      {isFiltering({ ...filter, aiOnly: false }) && (
        <ul className="filter-takens" aria-label={t('timeline.inForce')}>
          {filter.since !== undefined && (
            <Taken what={takeOff(sinceText(filter.since))} onOff={() => onFilter(withoutSince(filter))}>
              <Icon name="history" size={12} />
              {sinceText(filter.since)}
            </Taken>
          )}
          {[...filter.servers].map((id) => (
            <Taken
              key={`server ${id}`}
              what={takeOff(nameOf(id))}
              onOff={() => onFilter({ ...filter, servers: toggled(filter.servers, id) })}
            >
              <Name text={nameOf(id)} />
            </Taken>
          ))}
          {[...filter.kinds].map((kind) => (
            <Taken
              key={`kind ${kind}`}
              what={takeOff(t(`timeline.kinds.${kind}`))}
              onOff={() => onFilter({ ...filter, kinds: toggled(filter.kinds, kind) })}
            >
              {t(`timeline.kinds.${kind}`)}
            </Taken>
          ))}
          {[...filter.players].map((player) => (
            <Taken
              key={`player ${player}`}
              what={takeOff(player)}
              onOff={() => onFilter({ ...filter, players: toggled(filter.players, player) })}
            >
              <Icon name="people" size={12} />
              <Name text={player} />
            </Taken>
          ))}
          {filter.text.trim() !== '' && (
            <Taken what={takeOff(filter.text.trim())} onOff={() => onFilter({ ...filter, text: '' })}>
              <Icon name="search" size={12} />
              <Name text={filter.text.trim()} />
            </Taken>
          )}
          <li>
            <Button tone="quiet" size="s" onClick={() => onFilter(everything)}>
              {t('live.clearFilter')}
            </Button>
          </li>
        </ul>
      )}
      <div className="filter-row-hold">
        {isPaused && (
          <span role="status">{missed > 0 ? t('timeline.heldMissed', { count: missed }) : t('timeline.held')}</span>
        )}
        <Button
          size="s"
          tone={isPaused ? 'go' : 'plain'}
          aria-pressed={isPaused}
          aria-keyshortcuts="Control+Period"
          title={t('timeline.holdKey')}
          onClick={isPaused ? onFollow : onPause}
        >
          {t(isPaused ? 'timeline.follow' : 'timeline.hold')}
        </Button>
      </div>
    </div>
  )
}
