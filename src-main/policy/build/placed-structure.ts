/** Placed structure: which cell of a structure file is at a block of the world, after its rotation and in one copy. */
import type { Copy } from './placed-copies.js'
import type { Position, Structure } from './plan.js'

/** Cell of a block: `base + x * stepX + y * stepY + z * stepZ`. */
export interface PlacedStructure {
  readonly indices: Uint16Array
  /** The plan's state of each state of the structure; -1 leaves what is there. */
  readonly states: Int32Array
  readonly base: number
  readonly stepX: number
  readonly stepY: number
  readonly stepZ: number
}

/** Quarter turns, clockwise seen from above. */
export type QuarterTurns = 0 | 1 | 2 | 3

export const sizeAfter = ({ x, y, z }: Position, turns: QuarterTurns): Position =>
  turns % 2 === 0 ? { x, y, z } : { x: z, y, z: x }

/** @param from where its lowest corner is, relative to the origin */
export function placeStructure(
  { indices, size }: Structure,
  states: Int32Array,
  turns: QuarterTurns,
  from: Position,
  { sign, shift }: Copy,
): PlacedStructure {
  // The cell as a sum over the axes of the rotated structure.
  const layer = size.x * size.z
  const last = { x: size.x - 1, z: (size.z - 1) * size.x }
  const turned = (
    [
      { base: 0, x: 1, z: size.x },
      { base: last.z, x: -size.x, z: 1 },
      { base: last.x + last.z, x: -1, z: -size.x },
      { base: last.x, x: size.x, z: -1 },
    ] as const
  )[turns]
  const [stepX, stepY, stepZ] = [turned.x * sign.x, layer * sign.y, turned.z * sign.z]
  // A block at w of the world is at `sign * (w - shift) - from` of the rotated structure.
  const base =
    turned.base -
    (stepX * shift.x + turned.x * from.x) -
    (stepY * shift.y + layer * from.y) -
    (stepZ * shift.z + turned.z * from.z)
  return { indices, states, base, stepX, stepY, stepZ }
}
