/** Server figures: the health of a server in numbers; an unknown one is left out. */

import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { slowTps } from './server-state.js'

/** Milliseconds of a heartbeat that a person should look at. */
const slowResponseMs = 1_000
const nearlyFull = 0.9

interface FigureProps {
  readonly value: string | undefined
  readonly label: string
  readonly slow?: boolean
}

const Figure = ({ value, label, slow = false }: FigureProps) => (
  <span className={`server-figure ${slow ? 'slow' : ''}`}>
    {value}
    {value !== undefined && <small>{label}</small>}
  </span>
)

/** @param whole with what is only looked at on the page of the server */
export const ServerFigures = ({ server, whole = false }: { readonly server: Server; readonly whole?: boolean }) => {
  const { t } = useTranslation()
  const { state, health, heartbeat, maxPlayers, capabilities } = server
  const isThere = state === 'online' || state === 'degraded'
  const { tps, onlinePlayers, memoryUsage } = (isThere ? health : undefined) ?? {}
  const latency = isThere ? heartbeat?.latencyMs : undefined
  const number = useNumbers()
  const percent = useNumbers({ style: 'percent', maximumFractionDigits: 0 })
  const speed = useNumbers(tenths)
  const milliseconds = useNumbers({ maximumFractionDigits: (latency ?? 0) < 10 ? 1 : 0 })
  const players =
    onlinePlayers === undefined ? undefined : [onlinePlayers, maxPlayers].filter(isNumber).map(number).join(' / ')
  return (
    <>
      <Figure value={players} label={t('servers.players')} />
      <Figure
        value={tps === undefined ? undefined : speed(tps)}
        label={t('server.tps')}
        slow={tps !== undefined && tps < slowTps}
      />
      {whole && (
        <>
          <Figure
            value={latency === undefined ? undefined : t('serverCare.milliseconds', { value: milliseconds(latency) })}
            label={t('serverCare.latency')}
            slow={latency !== undefined && latency > slowResponseMs}
          />
          <Figure
            value={memoryUsage === undefined ? undefined : percent(memoryUsage)}
            label={t('serverCare.memory')}
            slow={memoryUsage !== undefined && memoryUsage > nearlyFull}
          />
        </>
      )}
      <Figure
        value={capabilities.length === 0 ? undefined : number(capabilities.length)}
        label={t('servers.capabilities', { count: capabilities.length })}
      />
    </>
  )
}

const isNumber = (value: number | undefined): value is number => value !== undefined
