/**
 * Build picture: a place before and after a build, with a slider between them, the ground that the build covers, and who
 * stands there.
 *
 * The slider is a range input over the whole picture: arrow keys, Home and End move it.
 */
import type { BuildImages, BuildView, PicturePoint } from '@shared/build/build-preview.js'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../ui/text/visible-text.js'
import './build-picture.css'

/** CSS pixels of the frame; a picture of another shape is centred in it. */
const frame = { width: 606, height: 240, low: 204 }
/** CSS pixels between the frame and the picture. */
const padding = 8
/** CSS pixels of a name, and about of each of its characters. */
const label = { height: 20, character: 8, gap: 34 }

export interface BuildPictureProps {
  readonly images: BuildImages
  /** Absent for a build that was approved. */
  readonly outline?: readonly PicturePoint[]
  readonly players?: readonly (PicturePoint & { readonly name: string })[]
  /** Where there is less room. */
  readonly isLow?: boolean
  /** Buttons in its corner. */
  readonly children?: ReactNode
  /** Both pictures are on the screen. */
  readonly onShown?: () => void
  readonly onFailed?: () => void
}

interface Corners {
  /** All around. */
  readonly around: readonly PicturePoint[]
  /** The nearest corner and its two neighbours: nothing that is built stands before the lines between them. */
  readonly near: readonly PicturePoint[]
}

const cornersOf = (around: readonly PicturePoint[]): Corners => {
  const nearest = around.reduce((best, { top }, at) => (top > (around[best]?.top ?? 0) ? at : best), 0)
  const near = [-1, 0, 1].flatMap((by) => around.at((nearest + by) % around.length) ?? [])
  return { around, near }
}

const pointsOf = (points: readonly PicturePoint[]): string => points.map(({ left, top }) => `${left},${top}`).join(' ')

/** Of what lies around the build; of the whole picture where that is not known. */
const middleOf = (outline: readonly PicturePoint[], width: number): number => {
  const lefts = outline.map(({ left }) => left)
  return lefts.length > 0 ? (Math.min(...lefts) + Math.max(...lefts)) / 2 : width / 2
}

const png = (base64: string): string => `data:image/png;base64,${base64}`

const Player = ({
  at,
  name,
  unit,
  place,
}: {
  readonly at: PicturePoint
  readonly name: string
  readonly unit: number
  readonly place: number
}) => {
  const text = visibleText(name)
  const width = (Math.max(2, text.length) * label.character + 14) * unit
  // Names of those who stand together do not cover each other.
  const top = at.top - (label.gap + (place % 6) * label.height) * unit
  return (
    <g className="build-player">
      <line x1={at.left} y1={top} x2={at.left} y2={at.top} strokeWidth={1.5 * unit} />
      <circle cx={at.left} cy={at.top} r={3.5 * unit} />
      <rect
        x={at.left - width / 2}
        y={top - label.height * unit}
        width={width}
        height={label.height * unit}
        rx={(label.height / 2) * unit}
      />
      <text x={at.left} y={top - 6 * unit} fontSize={11 * unit} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

interface HandleProps {
  readonly x: number
  readonly bottom: number
  readonly unit: number
}

/** The line between before and after, also beside the picture. */
const Handle = ({ x, bottom, unit }: HandleProps) => (
  <g className="build-handle" transform={`translate(${x} ${bottom}) scale(${unit})`}>
    <rect x={-1.5} y={-frame.height} width={3} height={frame.height} />
    <rect x={-18} y={-38} width={36} height={26} rx={13} />
    <path d="M-3 -30L-8 -25l5 5M3 -30l5 5-5 5" />
  </g>
)

export const BuildPicture = (props: BuildPictureProps) => {
  const { images, outline = [], players = [], isLow = false, children, onShown, onFailed } = props
  const { t } = useTranslation()
  const id = useId()
  const size = { width: images.width, height: images.height }
  const height = isLow ? frame.low : frame.height
  const isCompared = images.before !== undefined
  const loaded = useRef(new Set<string>())
  // Everything drawn over the picture keeps its size on the screen.
  const unit = Math.max(size.width / (frame.width - 2 * padding), size.height / (height - 2 * padding))
  const across = frame.width * unit
  const beside = (across - size.width) / 2
  // The line cuts the build at first, so that both sides show something of it.
  const [at, setAt] = useState(() => Math.round(((middleOf(outline, size.width) + beside) / across) * 100))
  const edge = (at / 100) * across - beside
  const corners = cornersOf(outline)
  const dashes = { strokeWidth: 1.5 * unit, strokeDasharray: `${5 * unit} ${4 * unit}` }
  const pad = padding * unit
  const load = (which: string) => () => {
    loaded.current.add(which)
    if (loaded.current.size === (isCompared ? 2 : 1)) onShown?.()
  }
  const picture = { ...size, onError: onFailed, preserveAspectRatio: 'none' }
  return (
    <div className={`build-picture ${isLow ? 'low' : ''}`}>
      <svg
        viewBox={`${-pad} ${-pad} ${size.width + 2 * pad} ${size.height + 2 * pad}`}
        role="img"
        aria-label={t('building.picture')}
      >
        <clipPath id={id}>
          <rect
            x={isCompared ? edge : 0}
            y={0}
            width={Math.max(0, size.width - (isCompared ? edge : 0))}
            height={size.height}
          />
        </clipPath>
        {images.before !== undefined && <image {...picture} href={png(images.before)} onLoad={load('before')} />}
        {isCompared && <polygon className="build-outline" points={pointsOf(corners.around)} {...dashes} />}
        <g clipPath={`url(#${id})`}>
          {isCompared && <rect className="build-sky" {...size} />}
          <image {...picture} href={png(images.after)} onLoad={load('after')} />
          <polyline className="build-outline" points={pointsOf(corners.near)} {...dashes} />
        </g>
        {isCompared && <Handle x={edge} bottom={size.height + (height * unit - size.height) / 2} unit={unit} />}
        {players.map(({ name, ...point }, place) => (
          <Player key={name} at={point} name={name} unit={unit} place={place} />
        ))}
      </svg>
      {isCompared && (
        <>
          <span className="build-tag before">{t('building.before')}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={at}
            aria-label={t('building.slider')}
            aria-valuetext={t('building.sliderAt', { percent: 100 - at })}
            onChange={({ target }) => setAt(Number(target.value))}
          />
        </>
      )}
      <span className="build-tag after">{t('building.after')}</span>
      {children}
    </div>
  )
}

/** The players of a view, where they stand. */
export const playersIn = ({ facts, frame: { players } }: BuildView) =>
  facts.players.flatMap(({ name }, at) => {
    const point = players[at]
    return point ? [{ name, ...point }] : []
  })
