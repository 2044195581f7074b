/** Reach map: the area of a rule from above with north up, and the same as text. */

import type { ServerReference } from '@contract/call.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useTranslate } from '../i18n/use-translate.js'
import type { Point } from './location.js'
import { type MapArea, type Reach, reachView, type Site, sizeOf } from './reach.js'
import { number, plainText, position, type Sentence, sentenceParts, serverValue } from './sentence.js'
import { SentenceText } from './sentence-text.js'
import './reach-map.css'

const frame = { width: 406, height: 72 }

const at = (point: Point) => position({ point, world: undefined, exact: true })

/** "Up to 16 blocks each way from 12 64 −8" */
export const reachSentence = (site: Site, reach: Reach, server: ServerReference): Sentence => {
  const said = (key: string, values: Sentence['values']) => ({ key: `scope.reach.${key}`, values, complete: true })
  switch (reach.kind) {
    case 'near':
      return said('within', { blocks: number(reach.blocks), position: at(reach.point) })
    case 'any':
      return said('everywhere', { server: serverValue(server) })
    case 'exactly':
      return site.from.join() === site.to.join()
        ? said('at', { position: at(site.from) })
        : said('from', { from: at(site.from), to: at(site.to) })
  }
}

/** Distance of the grid lines in blocks, so that they are far enough apart on the screen. */
const gridStep = (scale: number): number => {
  const steps = [1, 4, 16, 64, 256]
  return (steps.find((step) => step * scale >= 9) ?? 1_024) * scale
}

/** The shape of a reach: a dashed square, or everything, hatched. */
export const ReachShape = ({ reach, near, whole }: { reach: Reach; near?: MapArea | undefined; whole: MapArea }) => {
  const id = useId()
  if (reach.kind === 'any') {
    return (
      <g className={reach.broad ? 'reach-broad' : 'reach-any'}>
        <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="reach-ground" width="8" height="8" />
          <rect className="reach-line" width="2.5" height="8" />
        </pattern>
        <rect {...whole} fill={`url(#${id})`} />
        <rect
          className="reach-edge"
          x={whole.x + 1}
          y={whole.y + 1}
          width={whole.width - 2}
          height={whole.height - 2}
        />
      </g>
    )
  }
  return near ? <rect className="reach-near" {...near} /> : null
}

export interface ReachMapProps {
  readonly site: Site
  readonly reach: Reach
  readonly server: ServerReference
}

export const ReachMap = ({ site, reach, server }: ReachMapProps) => {
  const { t } = useTranslation()
  const say = useTranslate()
  const id = useId()
  const { scale, site: block, near } = reachView(site, reach, frame.width, frame.height)
  const step = gridStep(scale)
  const where = reachSentence(site, reach, server)
  const count = sizeOf(site)
  const whole = { x: 0, y: 0, ...frame }
  return (
    <figure className="reach-map">
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={t('scope.reach.map', { where: plainText(sentenceParts(where, say)) })}
        preserveAspectRatio="xMidYMid slice"
      >
        <pattern id={id} x={block.x} y={block.y} width={step} height={step} patternUnits="userSpaceOnUse">
          <path className="reach-grid" d={`M0 0H${step}M0 0V${step}`} />
        </pattern>
        <rect {...whole} fill={`url(#${id})`} />
        <ReachShape reach={reach} near={near} whole={whole} />
        <rect
          className="reach-site"
          x={block.x}
          y={block.y}
          width={Math.max(3, block.width)}
          height={Math.max(3, block.height)}
        />
        {reach.kind === 'near' && near && (
          <g className="reach-measure">
            <path d={`M${near.x + near.width / 2} ${near.y + near.height / 2}H${near.x + near.width}`} />
            <text x={near.x + near.width + 6} y={near.y + near.height / 2 + 4}>
              {reach.blocks}
            </text>
          </g>
        )}
      </svg>
      <figcaption>
        <span>
          <SentenceText sentence={where} />
        </span>
        <span>
          {reach.kind === 'any'
            ? t('scope.reach.noLimit')
            : reach.kind === 'exactly' && t('scope.reach.blocks', { count, blocks: count })}
        </span>
      </figcaption>
    </figure>
  )
}
