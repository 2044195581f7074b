/** Live bar: the filters, servers as chips and a field for words. Ctrl K, or Command K, goes to the field. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Server } from '../../../src-main/contract/server.js'
import { Chip } from '../../ui/chip.js'
import { KeyHint } from '../../ui/key-hint.js'
import { Name } from '../../ui/name.js'
import { SearchField } from '../../ui/search-field.js'
import { StatusDot } from '../../ui/status-dot.js'
import { type LiveFilter, toggled } from './live-filter.js'
import './live-bar.css'

export interface LiveBarProps {
  readonly servers: readonly Server[]
  readonly filter: LiveFilter
  readonly onFilter: (filter: LiveFilter) => void
}

const chipsAtFirst = 4

/** Chosen servers first, so that a filter in force is always in sight. */
const inOrder = (servers: readonly Server[], chosen: ReadonlySet<string>): readonly Server[] => [
  ...servers.filter(({ id }) => chosen.has(id)),
  ...servers.filter(({ id }) => !chosen.has(id)),
]

export const LiveBar = ({ servers, filter, onFilter }: LiveBarProps) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [all, setAll] = useState(false)
  const hidden = servers.length - chipsAtFirst
  const shown = all || hidden <= 1 ? servers : inOrder(servers, filter.servers).slice(0, chipsAtFirst)

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
      <fieldset className={`live-chips ${all ? 'all' : ''}`}>
        <legend className="visually-hidden">{t('live.serverFilter')}</legend>
        {shown.map((server) => (
          <Chip
            key={server.id}
            on={filter.servers.has(server.id)}
            onToggle={() => onFilter({ ...filter, servers: toggled(filter.servers, server.id) })}
          >
            <StatusDot state={server.state} />
            <Name text={server.name} />
          </Chip>
        ))}
        {hidden > 1 && (
          <Chip on={false} onToggle={() => setAll(!all)}>
            {all ? t('live.fewerServers') : t('live.moreServers', { count: hidden })}
          </Chip>
        )}
      </fieldset>
      <SearchField
        field={field}
        label={t('live.search')}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      >
        <KeyHint>{navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}</KeyHint>
      </SearchField>
    </>
  )
}
