/** Pixel of: where a point of the world is in a picture of the painter, so that pages can draw over it. */
import type { Place, Projection, Turn } from './build-preview.js'

/**
 * The pixel of a point, not rounded. A block fills the points from its position to one more on each axis: the middle of
 * its top is `{ x: x + 0.5, y: y + 1, z: z + 0.5 }`.
 */
export function pixelOf(projection: Projection, point: Place): { readonly x: number; readonly y: number } {
  const { from, to, half, rise, left, top } = projection
  const size = { x: to.x - from.x + 1, z: to.z - from.z + 1 }
  const { right, near } = groundOf(projection.turn, point.x - from.x, point.z - from.z, size)
  return { x: left + (right - near) * half, y: top + ((right + near) * half) / 2 - (point.y - from.y) * rise }
}

/**
 * A point on the ground as the camera sees it: blocks towards the lower right and the lower left, from the corner farthest
 * away. Turn 0 looks from the south-east: east is at the lower right, south at the lower left.
 */
function groundOf(turn: Turn, x: number, z: number, size: { readonly x: number; readonly z: number }) {
  if (turn === 0) return { right: x, near: z }
  if (turn === 1) return { right: z, near: size.x - x }
  if (turn === 2) return { right: size.x - x, near: size.z - z }
  return { right: size.z - z, near: x }
}
