/** Body: the blocks that a player touches. */
import type { Extent, Position } from '../../../policy/build/plan.js'

/** Half the width of a player, and almost the height. */
const half = 0.3
const height = 1.799

export const bodyAt = ({ x, y, z }: Position): Extent => ({
  min: { x: Math.floor(x - half), y: Math.floor(y), z: Math.floor(z - half) },
  max: { x: Math.floor(x + half), y: Math.floor(y + height), z: Math.floor(z + half) },
})

export const isTouching = (one: Extent, other: Extent): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => one.min[axis] <= other.max[axis] && one.max[axis] >= other.min[axis])
