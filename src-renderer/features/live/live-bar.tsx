/** Live bar: which servers, and a field for words. Ctrl K, or Command K, goes to the field. */

import type { Server } from '@shared/servers/server.js'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/fields/chip.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { KeyHint } from '../../ui/text/key-hint.js'
import { isMac } from '../../ui/text/shortcut-text.js'
import { FilterChoice } from './filter-choice.js'
import { type LiveFilter, toggled } from './live-filter.js'
import './live-bar.css'

export interface LiveBarProps {
  readonly servers: readonly Server[]
  readonly filter: LiveFilter
  readonly onFilter: (filter: LiveFilter) => void
}

const narrow = () => window.matchMedia('(max-width: 960px)')
const onWidth = (listener: () => void): (() => void) => {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Servers that have room in the bar as chips; more of them are chosen from a list. */
export const useMostChips = (): number => (useSyncExternalStore(onWidth, () => narrow().matches) ? 2 : 4)

export const LiveBar = ({ servers, filter, onFilter }: LiveBarProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const maxChips = useMostChips()
  const field = useRef<HTMLInputElement>(null)
  const toggle = (id: string) => onFilter({ ...filter, servers: toggled(filter.servers, id) })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      field.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      {servers.length > maxChips ? (
        <FilterChoice
          label={t('timeline.servers', { count: servers.length })}
          placeholder={t('timeline.findServer')}
          empty={t('servers.emptyTitle')}
          options={() =>
            servers.map((server) => ({
              value: server.id,
              label: nameOf(server),
              look: <StatusDot state={server.state} />,
            }))
          }
          chosen={filter.servers}
          onToggle={toggle}
        />
      ) : (
        <fieldset className="live-chips">
          <legend className="visually-hidden">{t('live.serverFilter')}</legend>
          {servers.length > 1 &&
            servers.map((server) => (
              <Chip key={server.id} on={filter.servers.has(server.id)} onToggle={() => toggle(server.id)}>
                <StatusDot state={server.state} />
                <ServerName server={server} />
              </Chip>
            ))}
        </fieldset>
      )}
      <SearchField
        field={field}
        label={t('live.search')}
        value={filter.text}
        maxLength={200}
        onChange={(text) => onFilter({ ...filter, text })}
      >
        <KeyHint>{isMac() ? '⌘ K' : 'Ctrl K'}</KeyHint>
      </SearchField>
    </>
  )
}
