/** Journey map: start and end from above with north up, and the same as text. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../ui/text/use-numbers.js'
import { type Frame, type Journey, journeyOf, type MapView, viewOf } from './journey.js'
import { dimensionOf, type KnownLocation } from './location.js'
import type { MapArea, Reach } from './reach.js'
import { ReachShape } from './reach-map.js'
import './journey-map.css'

const frame: Frame = { width: 392, height: 88, margin: 20 }

/** The text of a journey, visible and for screen readers. */
export const useJourneyText = (): ((journey: Journey) => string) => {
  const { t } = useTranslation()
  const number = useNumbers()
  return (journey) => {
    if (journey.kind !== 'way') return t(`journey.${journey.kind}`)
    const { distance, rise, heading } = journey
    const over =
      heading && t('journey.way', { count: distance, blocks: number(distance), heading: t(`journey.to.${heading}`) })
    const up =
      rise !== 0 &&
      t(rise > 0 ? 'journey.up' : 'journey.down', { count: Math.abs(rise), blocks: number(Math.abs(rise)) })
    return [over, up].filter(Boolean).join(t('journey.and')) || t('journey.samePlace')
  }
}

/** A block of the Nether equals eight of the Overworld; the distance is measured as in the game. */
const acrossThePortal = (from: KnownLocation, to: KnownLocation): Journey | undefined => {
  const [here, there] = [from, to].map(({ world }) => (world === undefined ? undefined : dimensionOf(world)))
  const times = here === 'nether' && there === 'overworld' ? 8 : here === 'overworld' && there === 'nether' ? 1 / 8 : 0
  if (times === 0) return undefined
  const [x, y, z] = from.point
  return journeyOf({ ...from, world: to.world, point: [x * times, y, z * times] }, to)
}

/** The square around the place, in pixels. */
const nearIn = (view: MapView, reach: Reach | undefined): MapArea | undefined => {
  if (reach?.kind !== 'near') return undefined
  const [x, y] = view.at(reach.point)
  const half = reach.blocks * view.scale
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
}

const Drawing = ({
  from,
  to,
  reach,
  label,
}: {
  readonly from: KnownLocation
  readonly to: KnownLocation
  readonly reach: Reach | undefined
  readonly label: string
}) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const id = useId()
  const view = viewOf(from.point, to.point, frame)
  const [fromX, fromY] = view.at(from.point)
  const [toX, toY] = view.at(to.point)
  const [zeroX, zeroY] = view.at([0, 0, 0])
  const bar = view.bar * view.scale
  const isFar = Math.hypot(toX - fromX, toY - fromY) > 22
  return (
    <svg
      className="journey-map"
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="xMidYMid meet"
    >
      <defs>
        <marker id={id} viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path className="journey-head" d="M1 1l5.5 3L1 7" />
        </marker>
        <pattern id={`${id}-grid`} x={fromX} y={fromY} width={bar} height={bar} patternUnits="userSpaceOnUse">
          <path className="journey-grid" d={`M0 0H${bar}M0 0V${bar}`} />
        </pattern>
      </defs>
      <rect x={-frame.width} width={frame.width * 3} height={frame.height} fill={`url(#${id}-grid)`} />
      {zeroX >= 0 && zeroX <= frame.width && <path className="journey-zero" d={`M${zeroX} 0V${frame.height}`} />}
      {zeroY >= 0 && zeroY <= frame.height && (
        <path className="journey-zero" d={`M${-frame.width} ${zeroY}H${frame.width * 2}`} />
      )}
      {reach && (
        <ReachShape
          reach={reach}
          near={nearIn(view, reach)}
          whole={{ x: 0, y: 0, width: frame.width, height: frame.height }}
        />
      )}
      {isFar && (
        <path
          className="journey-way"
          d={`M${fromX} ${fromY}L${toX} ${toY}`}
          pathLength={100}
          markerEnd={`url(#${id})`}
        />
      )}
      <circle className="journey-from" cx={fromX} cy={fromY} r="5" />
      <path className="journey-to" d={`M${toX} ${toY}l-6 -11a6.5 6.5 0 1 1 12 0z`} />
      <circle className="journey-eye" cx={toX} cy={toY - 13.5} r="2.2" />
      <g className="journey-legend">
        <path className="journey-north" d="M13 21V9M9.5 12.5L13 9l3.5 3.5" />
        <text x="13" y="32" textAnchor="middle">
          {t('journey.north')}
        </text>
        <path className="journey-bar" d={`M${frame.width - 10 - bar} ${frame.height - 12}v4h${bar}v-4`} />
        <text x={frame.width - 10 - bar / 2} y={frame.height - 14} textAnchor="middle">
          {number(view.bar)}
        </text>
      </g>
    </svg>
  )
}

export interface JourneyMapProps {
  readonly from: KnownLocation
  readonly to: KnownLocation
  /** The area of a rule. */
  readonly reach?: Reach | undefined
}

export const JourneyMap = ({ from, to, reach }: JourneyMapProps) => {
  const { t } = useTranslation()
  const words = useJourneyText()
  const journey = journeyOf(from, to)
  const across = journey.kind === 'elsewhere' ? acrossThePortal(from, to) : undefined
  const reported = words(journey)
  return (
    <figure className="journey">
      {journey.kind === 'way' && (
        <Drawing from={from} to={to} reach={reach} label={t('journey.map', { way: reported })} />
      )}
      <figcaption>
        {reported}
        {across && <span className="journey-across">{t('journey.across', { way: words(across) })}</span>}
      </figcaption>
    </figure>
  )
}
