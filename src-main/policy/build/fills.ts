/**
 * Fills: a drawn box as few boxes of one state each, from bottom to top. Pure.
 *
 * A box of a tile has at most 32,768 blocks, as much as one command sets.
 */
import type { Drawn, Extent } from './plan.js'
import { sizeOf } from './plan-effects.js'

export interface Fill {
  readonly box: Extent
  readonly state: string
}

export function fillsOf({ palette, indices, parts }: Drawn, box: Extent): readonly Fill[] {
  const { x: wide, y: high, z: deep } = sizeOf(box)
  const isLeft = Uint8Array.from(parts, (part) => (part > 0 ? 1 : 0))
  const fills: Fill[] = []
  for (let from = 0; from < isLeft.length; from++) {
    if (!isLeft[from]) continue
    const state = indices[from]
    const [x, z, y] = [from % wide, Math.floor(from / wide) % deep, Math.floor(from / (wide * deep))]
    const isFree = (row: number, length: number): boolean => {
      for (let index = row; index < row + length; index++) if (!isLeft[index] || indices[index] !== state) return false
      return true
    }
    let [along, back, up] = [1, 1, 1]
    while (x + along < wide && isFree(from + along, 1)) along++
    while (z + back < deep && isFree(from + back * wide, along)) back++
    const isLayerFree = (row: number) => {
      for (let step = 0; step < back; step++) if (!isFree(row + step * wide, along)) return false
      return true
    }
    while (y + up < high && isLayerFree(from + up * wide * deep)) up++
    for (let layer = 0; layer < up; layer++) {
      for (let step = 0; step < back; step++) {
        const row = from + (layer * deep + step) * wide
        isLeft.fill(0, row, row + along)
      }
    }
    const min = { x: box.min.x + x, y: box.min.y + y, z: box.min.z + z }
    const max = { x: min.x + along - 1, y: min.y + up - 1, z: min.z + back - 1 }
    fills.push({ box: { min, max }, state: palette[state ?? 0] ?? '' })
  }
  return fills
}
