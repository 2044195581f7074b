/**
 * Merged cells: of a scene that is too large, a cube of blocks is drawn as one. It shows the highest block in it, of equally
 * high ones the nearest to the viewer: the one that is seen.
 */
import { blockStateOf } from './blocks/block-state.js'
import { flowers, grassLike, invisible } from './blocks/small-shapes.js'
import type { Camera, Cells } from './camera.js'
import type { Scene } from './painter.js'

export function mergedOf({ size, palette, indices }: Scene, cells: Cells, turn: number, camera: Camera): Cells {
  const { merged, cells: ends } = camera
  const [sizeRight, sizeNear] = turn % 2 === 1 ? [size.z, size.x] : [size.x, size.z]
  const isSeen = Uint8Array.from(palette, (text) => {
    const { name } = blockStateOf(text)
    return invisible.has(name) || grassLike.has(name) || flowers.has(name) ? 0 : 1
  })
  // What is not in the palette is nothing.
  const result = new Uint16Array(ends.right * ends.near * ends.up).fill(palette.length)
  const step = { right: 1, near: ends.right, up: ends.right * ends.near }
  for (let up = 0; up < size.y; up++) {
    for (let right = 0; right < sizeRight; right++) {
      let from = cells.start + up * cells.up + right * cells.right
      const row = Math.floor(up / merged) * step.up + Math.floor(right / merged)
      for (let near = 0; near < sizeNear; near++, from += cells.near) {
        const index = indices[from] as number
        // Later ones are higher, or nearer.
        if (isSeen[index] === 1) result[row + Math.floor(near / merged) * step.near] = index
      }
    }
  }
  return { indices: result, start: 0, ...step }
}
