/** Picture box: how much of a place a picture of a build shows. Pure. */

import type { Scene } from '../../../painter/painter.js'
import { isAir } from '../../../policy/build/block-state.js'
import { type Cells, type Extent, planLimits } from '../../../policy/build/plan.js'
import { sizeOf } from '../../../policy/build/plan-effects.js'
import { volumeOf } from '../../../policy/build/plan-volume.js'

/** Blocks of a picture along one side. */
const mostSide = planLimits.side

export interface WorldHeight {
  readonly min: number
  readonly max: number
}

/** What no world has beyond. */
export const anyHeight: WorldHeight = { min: -2_048, max: 2_047 }

const axes = ['x', 'y', 'z'] as const
type Mutable = { -readonly [Axis in (typeof axes)[number]]: number }

/** A build with some of the place around it and the ground below, as much as a picture shows. */
export function pictureBox(extent: Extent, height: WorldHeight = anyHeight): Extent {
  const size = sizeOf(extent)
  for (let margin = Math.min(10, Math.max(3, Math.round(Math.max(size.x, size.z) / 5))); margin > 0; margin--) {
    const min = { x: extent.min.x - margin, y: extent.min.y - Math.min(4, margin), z: extent.min.z - margin }
    const max = { x: extent.max.x + margin, y: extent.max.y + Math.min(2, margin), z: extent.max.z + margin }
    min.y = Math.min(extent.min.y, Math.max(min.y, height.min))
    max.y = Math.max(extent.max.y, Math.min(max.y, height.max))
    const box = { min, max }
    if (isPaintable(box)) return box
  }
  return croppedBox(extent)
}

const isPaintable = (box: Extent): boolean => {
  const { x, y, z } = sizeOf(box)
  return volumeOf(box) <= planLimits.cells && Math.max(x, y, z) <= mostSide
}

/** The box, or its middle where it is too large for a picture. */
export function croppedBox({ min, max }: Extent): Extent {
  const box = { min: { ...min } as Mutable, max: { ...max } as Mutable }
  while (!isPaintable(box)) {
    const size = sizeOf(box)
    const longest = axes.reduce((one, other) => (size[other] > size[one] ? other : one))
    const less = Math.max(1, Math.ceil(size[longest] / 20))
    box.min[longest] += Math.floor(less / 2)
    box.max[longest] -= Math.ceil(less / 2)
  }
  return box
}

export const isInside = (inner: Extent, outer: Extent): boolean =>
  axes.every((axis) => outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])

export const sceneOf = (box: Extent, { palette, indices }: Cells): Scene => ({
  from: box.min,
  size: sizeOf(box),
  palette: palette.map((state) => (isAir(state) ? '' : state)),
  indices,
})
