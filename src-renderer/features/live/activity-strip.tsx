/** Activity strip: the last hour as a line, with calls as dots and refusals as triangles, and the numbers of now. */
import { useTranslation } from 'react-i18next'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import type { Server } from '../../../src-main/contract/server.js'
import { useNow } from '../../ui/clock.js'
import { type Activity, activityLine, activityOf } from './activity.js'
import './activity-strip.css'

const width = 760
const height = 34
const base = 46

const Mark = ({ mark }: { readonly mark: Activity['marks'][number] }) => {
  const x = mark.at * width
  return mark.kind === 'refused' ? (
    <path className="activity-refused" d={`M${x} ${base - 5}l4.5 7h-9z`} />
  ) : (
    <circle className="activity-call" cx={x} cy={base - 1} r="2.5" />
  )
}

const Figure = ({ value, label }: { readonly value: string | number; readonly label: string }) => (
  <span>
    <b>{value}</b> {label}
  </span>
)

export interface ActivityStripProps {
  readonly entries: readonly LiveEntry[]
  /** The servers that the figures are of. */
  readonly servers: readonly Server[]
  readonly title: string
}

export const ActivityStrip = ({ entries, servers, title }: ActivityStripProps) => {
  const { t } = useTranslation()
  // A step of ten seconds keeps the line from being drawn anew with every tick of the clock.
  const now = Math.ceil((useNow() + 1) / 10_000) * 10_000
  const activity = activityOf(entries, now)
  const line = activityLine(activity.perMinute, width, height)
  const health = servers.flatMap((server) => (server.state === 'offline' || !server.health ? [] : [server.health]))
  const players = health.reduce((sum, { onlinePlayers }) => sum + (onlinePlayers ?? 0), 0)
  const tps = servers.length === 1 ? health[0]?.tps : undefined
  return (
    <div className="activity">
      <div className="activity-figures">
        <span className="activity-title ellipsis">{title}</span>
        <Figure value={players} label={t('live.players', { count: players })} />
        {tps !== undefined && <Figure value={tps.toFixed(1)} label={t('server.tps')} />}
        <Figure value={activity.calls} label={t('live.calls', { count: activity.calls })} />
        <Figure value={activity.refused} label={t('live.refused', { count: activity.refused })} />
      </div>
      <svg viewBox={`0 0 ${width} 50`} preserveAspectRatio="none" aria-hidden="true">
        <path className="activity-ground" d={`${line} V50 H0z`} />
        <path className="activity-line" d={line} vectorEffect="non-scaling-stroke" />
        {activity.marks.map((mark) => (
          <Mark key={`${mark.at} ${mark.kind}`} mark={mark} />
        ))}
      </svg>
    </div>
  )
}
