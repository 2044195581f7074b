/**
 * Ground height: where the ground is around a build, so that pictures mark the place and not the lowest layer. Pure.
 *
 * It follows from the blocks beside the build: the height of most of them, between the bottom of the build and its top.
 */
import { blockKindOf } from './block-kinds.js'
import type { Extent, Position } from './plan.js'

export interface SeenPlace {
  /** Lowest corner. */
  readonly from: Position
  /** Blocks along each axis. */
  readonly size: Position
  readonly palette: readonly string[]
  /** In the order x, z, y. */
  readonly indices: Uint16Array
}

/** @returns the y on which the build stands; its lowest layer where no ground is in sight */
export function groundHeight({ from, size, palette, indices }: SeenPlace, { min, max }: Extent): number {
  const holds = palette.map((state) => {
    const { isSolid, isTree, liquid } = blockKindOf(state)
    return (isSolid && !isTree) || liquid !== undefined
  })
  const highest = Math.min(max.y - from.y, size.y - 1)
  const topAt = (x: number, z: number): number | undefined => {
    for (let y = highest; y >= 0; y--) {
      const index = (y * size.z + (z - from.z)) * size.x + (x - from.x)
      if (holds[indices[index] ?? 0]) return from.y + y + 1
    }
    return undefined
  }
  const tops: number[] = []
  const note = (x: number, z: number): void => {
    const isInside = x >= from.x && z >= from.z && x < from.x + size.x && z < from.z + size.z
    const top = isInside ? topAt(x, z) : undefined
    if (top !== undefined) tops.push(top)
  }
  for (let x = min.x - 1; x <= max.x + 1; x++) {
    note(x, min.z - 1)
    note(x, max.z + 1)
  }
  for (let z = min.z; z <= max.z; z++) {
    note(min.x - 1, z)
    note(max.x + 1, z)
  }
  tops.sort((one, other) => one - other)
  return Math.max(min.y, tops[Math.floor(tops.length / 2)] ?? min.y)
}
