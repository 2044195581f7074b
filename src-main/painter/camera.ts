/**
 * Camera: how large blocks are drawn, so that the scene fits the picture. It follows from the size of the scene alone, so
 * that two pictures of one place fit each other.
 *
 * Lengths on the ground and heights are multiples of a quarter of a pixel: faces of neighbours meet exactly.
 */
import type { PaintOptions, Scene } from './painter.js'

export interface Camera {
  /** Blocks along the axes of the picture: to the lower right, to the lower left, up. */
  readonly cells: { readonly right: number; readonly near: number; readonly up: number }
  /** Blocks of the scene on each axis that are drawn as one. */
  readonly merged: number
  /** Pixels of half the width of what is drawn as one block, and of its side. */
  readonly half: number
  readonly rise: number
  readonly width: number
  readonly height: number
  /** Pixel of the lowest corner farthest away. */
  readonly left: number
  readonly top: number
}

/** Blocks along the axes of the picture. */
export interface Cells {
  readonly indices: Uint16Array
  readonly start: number
  /** Steps in the array. */
  readonly right: number
  readonly near: number
  readonly up: number
}

const margin = 4
/** Larger blocks show nothing more. */
const mostHalf = 40

export function cameraOf(size: Scene['size'], { turn, maxWidth, maxHeight }: PaintOptions): Camera {
  const isTurned = turn % 2 === 1
  const ground = { right: isTurned ? size.z : size.x, near: isTurned ? size.x : size.z }
  for (let merged = 1; ; merged++) {
    const cells = {
      right: Math.ceil(ground.right / merged),
      near: Math.ceil(ground.near / merged),
      up: Math.ceil(size.y / merged),
    }
    for (let half = mostHalf; half >= 1; half -= half > 4 ? 1 : 0.5) {
      const rise = riseOf(half)
      const width = Math.ceil((cells.right + cells.near) * half) + 2 * margin
      const height = Math.ceil(((cells.right + cells.near) * half) / 2 + cells.up * rise) + 2 * margin
      if (width > maxWidth || height > maxHeight) continue
      const left = margin + Math.ceil(cells.near * half)
      const top = margin + Math.ceil(cells.up * rise)
      return { cells, merged, half, rise, width, height, left, top }
    }
  }
}

/** Near that of a cube seen from 30 degrees above, 1.22. */
const riseOf = (half: number): number => (half > 4 ? Math.round(half * 1.2) : Math.round(half * 2.4) / 2)

/** Steps in the arrays of the scene along the axes of the picture, from the block that is farthest away. */
export function stepsOf({ size }: Scene, { turn }: PaintOptions) {
  const [x, z, lastX, lastZ] = [1, size.x, size.x - 1, (size.z - 1) * size.x]
  const steps = [
    { start: 0, right: x, near: z },
    { start: lastX, right: z, near: -x },
    { start: lastX + lastZ, right: -x, near: -z },
    { start: lastZ, right: -z, near: x },
  ] as const
  return { ...steps[turn], up: size.x * size.z }
}
