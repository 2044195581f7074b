/** Box: a part of a block, in sixteenths of it, with the colours of its faces. */
import type { Colour } from './colour.js'

export interface Extent {
  readonly x0: number
  readonly y0: number
  readonly z0: number
  readonly x1: number
  readonly y1: number
  readonly z1: number
}

export interface Box extends Extent {
  readonly top: Colour
  /** Of the faces towards east and west. */
  readonly x: Colour
  /** Of the faces towards south and north. */
  readonly z: Colour
}

/** Lowest corner, highest corner. */
export type Corners = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number]

export const boxOf = ([x0, y0, z0, x1, y1, z1]: Corners, top: Colour, side: Colour = top): Box => ({
  x0,
  y0,
  z0,
  x1,
  y1,
  z1,
  top,
  x: side,
  z: side,
})

const quarters: Readonly<Record<string, number | undefined>> = { north: 0, east: 1, south: 2, west: 3 }

/** Turns a box that is made for `north`. Another direction, or none, leaves it. */
export function facing<Part extends Extent>(direction: string | undefined, box: Part): Part {
  let turned = box
  for (let left = quarters[direction ?? ''] ?? 0; left > 0; left--) {
    const { x0, z0, x1, z1 } = turned
    turned = { ...turned, x0: 16 - z1, x1: 16 - z0, z0: x0, z1: x1 }
  }
  return turned
}

/** Lays down what stands along the y axis. */
export function along(axis: string | undefined, box: Box): Box {
  const { x0, y0, z0, x1, y1, z1, top, x } = box
  if (axis === 'x') return { x0: y0, x1: y1, y0: x0, y1: x1, z0, z1, top: x, x: top, z: x }
  if (axis === 'z') return { z0: y0, z1: y1, y0: z0, y1: z1, x0, x1, top: x, x, z: top }
  return box
}
