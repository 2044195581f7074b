/**
 * Hour strip: the last hour of the shown servers: players as a line, ticks as a thin one, calls as dots, refusals as triangles.
 *
 * Only minutes in which Gatehouse ran are counted and drawn, and the title says since when. Pointing at a minute, or moving to it
 * with the arrow keys, shows its figures; the table has all of them.
 */

import type { LastHour, MinuteFigures } from '@shared/trail/live.js'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import {
  canDraw,
  hourLines,
  isQuiet,
  knownMinutes,
  minuteAt,
  shownAs,
  startOf,
  type Totals,
  totalsOf,
} from './hour-lines.js'
import { useLastHour } from './use-last-hour.js'
import './hour-strip.css'

const width = 760
const height = 36
const base = 50

const Figure = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <span>
    <b>{value}</b> {label}
  </span>
)

/** Of the hour, or of one of its minutes. */
const Figures = ({ of }: { readonly of: Totals | MinuteFigures }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const speed = useNumbers(tenths)
  return (
    <>
      {of.players !== undefined && (
        <Figure value={number(of.players)} label={t('live.players', { count: of.players })} />
      )}
      {of.tps !== undefined && <Figure value={speed(of.tps)} label={t('server.tps')} />}
      <Figure value={number(of.calls)} label={t('live.calls', { count: of.calls })} />
      <Figure value={number(of.refused)} label={t('live.refused', { count: of.refused })} />
    </>
  )
}

const Drawing = memo(({ hour }: { readonly hour: LastHour }) => {
  const lines = hourLines(hour, width, height, base)
  const last = hour.minutes.length - 1
  return (
    <svg viewBox={`0 0 ${width} ${base + 2}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={`hour-ground ${shownAs(hour)}`} d={lines.ground} />
      <path className="hour-tps" d={lines.tps} vectorEffect="non-scaling-stroke" />
      <path className={`hour-line ${shownAs(hour)}`} d={lines.line} vectorEffect="non-scaling-stroke" />
      {hour.minutes.map(({ calls, refused }, index) => {
        const x = 4 + (index / last) * (width - 8)
        return refused > 0 ? (
          <path key={startOf(hour, index)} className="hour-refused" d={`M${x} ${base - 9}l4.5 7h-9z`} />
        ) : (
          calls > 0 && <circle key={startOf(hour, index)} className="hour-call" cx={x} cy={base - 5} r="2.5" />
        )
      })}
    </svg>
  )
})

const Table = ({ hour }: { readonly hour: LastHour }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const speed = useNumbers(tenths)
  const rows = hour.minutes
    .map((figures, index) => ({ figures, at: startOf(hour, index) }))
    .filter(({ figures }) => !isQuiet(figures))
    .reverse()
  if (rows.length === 0) return <p className="hour-note">{t('timeline.hourEmpty')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="hour-table" tabIndex={0} aria-label={t('timeline.table')}>
      <table>
        <thead>
          <tr>
            {['minute', 'players', 'tps', 'calls', 'refused', 'events'].map((name) => (
              <th key={name} scope="col">
                {t(`timeline.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ figures, at }) => (
            <tr key={at}>
              <th scope="row">{minuteTime(at)}</th>
              <td>{figures.players === undefined ? '–' : number(figures.players)}</td>
              <td>{figures.tps === undefined ? '–' : speed(figures.tps)}</td>
              <td>{number(figures.calls)}</td>
              <td>{number(figures.refused)}</td>
              <td>{number(figures.events)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Chart = ({
  hour,
  at,
  onAt,
}: {
  readonly hour: LastHour
  readonly at: number | undefined
  readonly onAt: (at: number | undefined) => void
}) => {
  const { t } = useTranslation()
  const speed = useNumbers(tenths)
  const last = hour.minutes.length - 1
  const shown = at ?? last
  const figures = hour.minutes[shown]
  const inWords = figures
    ? t('timeline.minuteInWords', {
        minute: minuteTime(startOf(hour, shown)),
        players: figures.players ?? '–',
        tps: figures.tps === undefined ? '–' : speed(figures.tps),
        calls: figures.calls,
        refused: figures.refused,
      })
    : ''
  return (
    <div className="hour-chart">
      <Drawing hour={hour} />
      {at !== undefined && (
        <svg className="hour-cursor" viewBox={`0 0 ${width} ${base + 2}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${(at / last) * width} 0V${base + 2}`} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <input
        type="range"
        min={0}
        max={last}
        value={shown}
        aria-label={t('timeline.chart')}
        aria-valuetext={inWords}
        onChange={(event) => onAt(Number(event.target.value))}
        onFocus={(event) => event.target.matches(':focus-visible') && onAt(shown)}
        onBlur={() => onAt(undefined)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width: wide } = currentTarget.getBoundingClientRect()
          onAt(minuteAt((clientX - left) / wide, hour.minutes.length))
        }}
        onPointerLeave={() => onAt(undefined)}
      />
    </div>
  )
}

export interface HourStripProps {
  /** Ids; all when there are none. */
  readonly servers: ReadonlySet<string>
  /** Their names, or how many there are. */
  readonly of: string
}

export const HourStrip = ({ servers, of }: HourStripProps) => {
  const { t } = useTranslation()
  const whole = useLastHour(servers)
  const hour = whole && knownMinutes(whole)
  const [pointed, setPointed] = useState<number>()
  const [asTable, setAsTable] = useState(false)
  const at = hour && pointed !== undefined && pointed < hour.minutes.length ? pointed : undefined
  const figures = at === undefined ? undefined : hour?.minutes[at]
  const since = whole && hour && whole.unknown > 0 ? minuteTime(startOf(hour, 0)) : undefined
  const title = since === undefined ? t('live.lastHourOf', { of }) : t('live.sinceOf', { of, time: since })
  return (
    <section className="hour" aria-label={title}>
      <div className="hour-figures">
        <span className="hour-title ellipsis" title={title}>
          {hour && at !== undefined ? minuteTime(startOf(hour, at)) : title}
        </span>
        {hour && <Figures of={figures ?? totalsOf(hour)} />}
        {hour && canDraw(hour) && (
          <Button size="s" tone="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'timeline.asChart' : 'timeline.asTable')}
          </Button>
        )}
      </div>
      {whole === null && <p className="hour-note">{t('timeline.hourUnknown')}</p>}
      {hour && canDraw(hour) && (asTable ? <Table hour={hour} /> : <Chart hour={hour} at={at} onAt={setPointed} />)}
    </section>
  )
}
