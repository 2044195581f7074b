/**
 * Players' work: finds what players did in a tile while its build was interrupted, and keeps it. Pure.
 *
 * A tile that was interrupted may hold any state that the plan sets there, also where the plan sets another. So such a
 * block is players' work only when it holds items. Air and liquids are nobody's work.
 */
import { air, blockIdOf, isAir } from '../../../policy/build/block-state.js'
import type { Drawn } from '../../../policy/build/plan.js'
import { BlockVolume } from '../folder/block-volume.js'
import { laterChanges } from '../snapshots/later-changes.js'

/**
 * @param saved before the build
 * @param left what stood when it was interrupted
 * @returns 1 for each block that is players' work
 */
export function playersWork(current: BlockVolume, saved: BlockVolume, left: BlockVolume, drawn: Drawn): Uint8Array {
  const { isLeft } = laterChanges(current, saved, left)
  const set = new Set<number>()
  for (const [index, part] of drawn.parts.entries()) if (part) set.add(drawn.indices[index] ?? 0)
  const ids = new Set([...set].map((number) => blockIdOf(drawn.palette[number] ?? air)))
  const isNobodys = current.palette.map((state) => isAir(state) || liquids.has(blockIdOf(state)))
  const isOfPlan = current.palette.map((state) => ids.has(blockIdOf(state)))
  for (let index = 0; index < isLeft.length; index++) {
    if (!isLeft[index]) continue
    const state = current.indices[index] ?? 0
    if (isNobodys[state] || (isOfPlan[state] && !hasItems(current, index))) isLeft[index] = 0
  }
  return isLeft
}

const liquids: ReadonlySet<string> = new Set(['minecraft:water', 'minecraft:lava', 'minecraft:bubble_column'])

function hasItems(volume: BlockVolume, index: number): boolean {
  const items = volume.blockEntityAt(volume.positionOf(index))?.data.Items
  return Array.isArray(items) && items.length > 0
}

/** The plan without these blocks. */
export function drawnWithout(drawn: Drawn, isLeft: Uint8Array): Drawn {
  return { ...drawn, parts: drawn.parts.map((part, index) => (isLeft[index] ? 0 : part)) }
}

/** The blocks with these as they were: an undo finds that players changed them, and keeps them. */
export function volumeWithout(current: BlockVolume, was: BlockVolume, isLeft: Uint8Array): BlockVolume {
  if (!isLeft.includes(1)) return current
  const palette = [...new Set([...current.palette, ...was.palette])]
  const [now, then] = [current, was].map((one) => one.palette.map((state) => palette.indexOf(state)))
  const indices = current.indices.map((state, index) =>
    isLeft[index] ? (then?.[was.indices[index] ?? 0] ?? 0) : (now?.[state] ?? 0),
  )
  const blockEntities = [
    ...current.blockEntities.filter((one) => !isLeft[current.indexOf(one)]),
    ...was.blockEntities.filter((one) => isLeft[was.indexOf(one)]),
  ]
  return new BlockVolume({ box: current.box, palette, indices, blockEntities, dataVersion: current.dataVersion })
}
