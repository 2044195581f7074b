/**
 * Tile target: what a tile must become, given the blocks there now and what the plan draws. Pure.
 *
 * The game completes states itself (a fence connects, a stair turns its corner), so a block is as planned when it has
 * the id and the states that the plan names; once it was set, its id decides.
 */
import { air, blockIdOf, isAir } from '../../../policy/build/block-state.js'
import type { Drawn } from '../../../policy/build/plan.js'
import type { TileCounts } from '../../minecraft/build/build-run.js'
import { BlockVolume } from '../folder/block-volume.js'

/** @param wasSet its id decides */
export function isAsPlanned(current: string, planned: string, wasSet: boolean): boolean {
  if (current === planned) return true
  if (isAir(current) && isAir(planned)) return true
  if (blockIdOf(current) !== blockIdOf(planned)) return false
  if (wasSet) return true
  const given = new Set(pairsOf(current))
  return pairsOf(planned).every((pair) => given.has(pair))
}

const pairsOf = (state: string): readonly string[] => {
  const start = state.indexOf('[')
  return start < 0 ? [] : state.slice(start + 1, -1).split(',')
}

/** Answers `isAsPlanned` of numbers in two palettes, each pair once. */
export function comparer(current: readonly string[], planned: readonly string[], wasSet: boolean) {
  const known = new Map<number, boolean>()
  return (one: number, other: number): boolean => {
    const key = one * 65_536 + other
    const found = known.get(key)
    if (found !== undefined) return found
    const is = isAsPlanned(current[one] ?? air, planned[other] ?? air, wasSet)
    known.set(key, is)
    return is
  }
}

/** The blocks as they are now, with those of the plan that are not yet as planned. */
export function targetOf(current: BlockVolume, drawn: Drawn, wasSet: boolean): BlockVolume {
  const isDone = comparer(current.palette, drawn.palette, wasSet)
  const palette = [...current.palette]
  const numbers = new Map(palette.map((state, number) => [state, number]))
  const numberOf = drawn.palette.map((state) => {
    const number = numbers.get(state) ?? palette.push(state) - 1
    numbers.set(state, number)
    return number
  })
  const indices = Uint16Array.from(current.indices)
  for (let index = 0; index < indices.length; index++) {
    const planned = drawn.indices[index] ?? 0
    if (drawn.parts[index] && !isDone(indices[index] ?? 0, planned)) indices[index] = numberOf[planned] ?? 0
  }
  const isKept = (index: number) => indices[index] === current.indices[index]
  const blockEntities = current.blockEntities.filter((one) => isKept(current.indexOf(one)))
  return new BlockVolume({ box: current.box, palette, indices, blockEntities, dataVersion: current.dataVersion })
}

export function countsOf(before: BlockVolume, after: BlockVolume, drawn: Drawn): TileCounts {
  const isBuilt = comparer(after.palette, drawn.palette, true)
  const isSame = before.palette.map((state) => after.palette.indexOf(state))
  let [built, changed, skipped] = [0, 0, 0]
  for (let index = 0; index < after.indices.length; index++) {
    if (!drawn.parts[index]) continue
    if (isBuilt(after.indices[index] ?? 0, drawn.indices[index] ?? 0)) built++
    else skipped++
    if (isSame[before.indices[index] ?? 0] !== after.indices[index]) changed++
  }
  return { built, changed, skipped }
}
